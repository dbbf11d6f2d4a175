import type { Migration } from 'kysely/migration';
import * as sitesAndAccounts from './0001-sites-and-accounts.ts';
import * as tracks from './0002-tracks.ts';
import * as replays from './0003-replays.ts';
import * as discussion from './0004-discussion.ts';
import * as packsAndVideos from './0005-packs-and-videos.ts';
import * as community from './0006-community.ts';
import * as trackSearch from './0007-track-search.ts';
import * as trackLife from './0008-track-life.ts';
import * as pictures from './0009-pictures.ts';
import * as noticesAndReports from './0010-notices-and-reports.ts';
import * as trackEnd from './0013-track-end.ts';
import * as searchFreshness from './0015-search-freshness.ts';
import * as downloadsKeptFresh from './0016-downloads-kept-fresh.ts';
import * as limitsWithoutLog from './0017-limits-without-log.ts';
import * as changesSayOfWhat from './0018-changes-say-of-what.ts';
import * as addressesAreHashed from './0019-addresses-are-hashed.ts';
import * as sessionsInAList from './0020-sessions-in-a-list.ts';
import * as secondFactors from './0021-second-factors.ts';
import * as namesThatLookAlike from './0024-names-that-look-alike.ts';
import * as readAlone from './0026-read-alone.ts';
import * as tracksToReadAgain from './0028-tracks-to-read-again.ts';
import * as replaysOfOlderVersions from './0031-replays-of-older-versions.ts';
import * as noCheckpointsInRows from './0032-no-checkpoints-in-rows.ts';
import * as postedReplays from './0033-posted-replays.ts';
import * as ranksWithoutNumbers from './0034-ranks-without-numbers.ts';
import * as postingReplays from './0035-posting-replays.ts';
import * as apiTokensAndOnlineRecords from './0038-api-tokens-and-online-records.ts';
import * as achievements from './0039-achievements.ts';
import * as idsOfAPage from './0040-ids-of-a-page.ts';
import * as packSteps from './0041-pack-steps.ts';
import * as packSettings from './0042-pack-settings.ts';
import * as playLaterQueue from './0043-play-later-queue.ts';
import * as replayMeasurements from './0045-replay-measurements.ts';
import * as blocksOfOldTracks from './0046-blocks-of-old-tracks.ts';
import * as hiddenResults from './0047-hidden-results.ts';
import * as tracksBySecret from './0048-tracks-by-secret.ts';
import * as forumWrites from './0049-forum-writes.ts';
import * as blocksBetweenUsers from './0051-blocks-between-users.ts';
import * as privateMessages from './0052-private-messages.ts';
import * as noticeSettingsAndMails from './0053-notice-settings-and-mails.ts';
import * as tints from './0055-tints.ts';
import * as facesAndAddresses from './0056-faces-and-addresses.ts';
import * as closedAccounts from './0057-closed-accounts.ts';
import * as leavingAndRenaming from './0058-leaving-and-renaming.ts';
import * as newsLife from './0059-news-life.ts';
import * as postedVideos from './0060-posted-videos.ts';
import * as remotePictures from './0061-remote-pictures.ts';
import * as foundFromOutside from './0063-found-from-outside.ts';
import * as undrivenTracks from './0064-undriven-tracks.ts';
import * as closedUsersInIndexes from './0065-closed-users-in-indexes.ts';
import * as actsBeforeAndAfter from './0068-acts-before-and-after.ts';
import * as cases from './0069-cases.ts';
import * as reportsOfCases from './0070-reports-of-cases.ts';
import * as appeals from './0071-appeals.ts';
import * as moderationFigures from './0072-moderation-figures.ts';
import * as heldTracks from './0073-held-tracks.ts';
import * as revokedReplays from './0074-revoked-replays.ts';
import * as copiesAndAddresses from './0075-copies-and-addresses.ts';
import * as sanctions from './0076-sanctions.ts';
import * as heldTexts from './0077-held-texts.ts';
import * as accountAddresses from './0078-account-addresses.ts';
import * as editionSettings from './0079-edition-settings.ts';
import * as orderOfBoards from './0080-order-of-boards.ts';
import * as recordsByLogin from './0082-records-by-login.ts';
import * as secretResultsAndBoards from './0083-secret-results-and-boards.ts';
import * as linesOfTexts from './0084-lines-of-texts.ts';
import * as fairShares from './0085-fair-shares.ts';
import * as cardsByWidth from './0086-cards-by-width.ts';
import * as stagedBytes from './0087-staged-bytes.ts';
import * as keptOnlineRecords from './0088-kept-online-records.ts';
import * as claimsToLogins from './0089-claims-to-logins.ts';
import * as replayChecks from './0092-replay-checks.ts';
import * as oneSpaceOfNames from './0098-one-space-of-names.ts';
import * as whatIsGone from './0099-what-is-gone.ts';
import * as usedConfirmations from './0101-used-confirmations.ts';
import * as linesShowWhatWasTyped from './0102-lines-show-what-was-typed.ts';
import * as sameRuns from './0103-same-runs.ts';
import * as whatFilesSay from './0104-what-files-say.ts';
import * as whenPacksWereHidden from './0106-when-packs-were-hidden.ts';

/** Every migration in the order it runs. One that has landed is never edited: add the next number. */
export const migrations: Record<string, Migration> = {
  '0001-sites-and-accounts': sitesAndAccounts,
  '0002-tracks': tracks,
  '0003-replays': replays,
  '0004-discussion': discussion,
  '0005-packs-and-videos': packsAndVideos,
  '0006-community': community,
  '0007-track-search': trackSearch,
  '0008-track-life': trackLife,
  '0009-pictures': pictures,
  '0010-notices-and-reports': noticesAndReports,
  '0013-track-end': trackEnd,
  '0015-search-freshness': searchFreshness,
  '0016-downloads-kept-fresh': downloadsKeptFresh,
  '0017-limits-without-log': limitsWithoutLog,
  '0018-changes-say-of-what': changesSayOfWhat,
  '0019-addresses-are-hashed': addressesAreHashed,
  '0020-sessions-in-a-list': sessionsInAList,
  '0021-second-factors': secondFactors,
  '0024-names-that-look-alike': namesThatLookAlike,
  '0026-read-alone': readAlone,
  '0028-tracks-to-read-again': tracksToReadAgain,
  '0031-replays-of-older-versions': replaysOfOlderVersions,
  '0032-no-checkpoints-in-rows': noCheckpointsInRows,
  '0033-posted-replays': postedReplays,
  '0034-ranks-without-numbers': ranksWithoutNumbers,
  '0035-posting-replays': postingReplays,
  '0038-api-tokens-and-online-records': apiTokensAndOnlineRecords,
  '0039-achievements': achievements,
  '0040-ids-of-a-page': idsOfAPage,
  '0041-pack-steps': packSteps,
  '0042-pack-settings': packSettings,
  '0043-play-later-queue': playLaterQueue,
  '0045-replay-measurements': replayMeasurements,
  '0046-blocks-of-old-tracks': blocksOfOldTracks,
  '0047-hidden-results': hiddenResults,
  '0048-tracks-by-secret': tracksBySecret,
  '0049-forum-writes': forumWrites,
  '0051-blocks-between-users': blocksBetweenUsers,
  '0052-private-messages': privateMessages,
  '0053-notice-settings-and-mails': noticeSettingsAndMails,
  '0055-tints': tints,
  '0056-faces-and-addresses': facesAndAddresses,
  '0057-closed-accounts': closedAccounts,
  '0058-leaving-and-renaming': leavingAndRenaming,
  '0059-news-life': newsLife,
  '0060-posted-videos': postedVideos,
  '0061-remote-pictures': remotePictures,
  '0063-found-from-outside': foundFromOutside,
  '0064-undriven-tracks': undrivenTracks,
  '0065-closed-users-in-indexes': closedUsersInIndexes,
  '0068-acts-before-and-after': actsBeforeAndAfter,
  '0069-cases': cases,
  '0070-reports-of-cases': reportsOfCases,
  '0071-appeals': appeals,
  '0072-moderation-figures': moderationFigures,
  '0073-held-tracks': heldTracks,
  '0074-revoked-replays': revokedReplays,
  '0075-copies-and-addresses': copiesAndAddresses,
  '0076-sanctions': sanctions,
  '0077-held-texts': heldTexts,
  '0078-account-addresses': accountAddresses,
  '0079-edition-settings': editionSettings,
  '0080-order-of-boards': orderOfBoards,
  '0082-records-by-login': recordsByLogin,
  '0083-secret-results-and-boards': secretResultsAndBoards,
  '0084-lines-of-texts': linesOfTexts,
  '0085-fair-shares': fairShares,
  '0086-cards-by-width': cardsByWidth,
  '0087-staged-bytes': stagedBytes,
  '0088-kept-online-records': keptOnlineRecords,
  '0089-claims-to-logins': claimsToLogins,
  '0092-replay-checks': replayChecks,
  '0098-one-space-of-names': oneSpaceOfNames,
  '0099-what-is-gone': whatIsGone,
  '0101-used-confirmations': usedConfirmations,
  '0102-lines-show-what-was-typed': linesShowWhatWasTyped,
  '0103-same-runs': sameRuns,
  '0104-what-files-say': whatFilesSay,
  '0106-when-packs-were-hidden': whenPacksWereHidden,
};
