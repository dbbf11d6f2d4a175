import { badgesOfTrack } from '#features/achievements/server/badges.ts';
import { cardOf } from '#features/cards/server/address.ts';
import { awardChance } from '#features/comments/discussion.ts';
import { giverFacts } from '#features/comments/server/award-giver.ts';
import { awardList } from '#features/comments/server/list.ts';
import { discussionFor, discussionOf } from '#features/comments/server/show.ts';
import { copySource } from '#features/mirror/server/repo.ts';
import { packIdsOf, packsOfTrack, packWalk } from '#features/packs/of-track/server/packs-of-track.ts';
import { mayUsePlayLater } from '#features/playlater/server/policy.ts';
import { ownResult } from '#features/replays/gap.ts';
import { recordLine } from '#features/replays/line/server/line-address.ts';
import { replayList } from '#features/replays/list/server/list.ts';
import { ownPlace } from '#features/replays/list/server/own-place.ts';
import { boardScopeIn, boardScopes, dedimania, personalBest, replays } from '#features/replays/list/views.ts';
import { onlineRecordList } from '#features/replays/online/server/list.ts';
import { waitingHere } from '#features/texts/server/list.ts';
import { ownOnTrack } from '#features/tracks/page/server/own-on-track.ts';
import { trackExtras } from '#features/tracks/page/server/record-and-status.ts';
import { seenTrack } from '#features/tracks/page/server/seen-track.ts';
import { picturesOf } from '#features/tracks/pictures/server/pictures-of.ts';
import { isHiddenFromViewer } from '#features/users/server/repo.ts';
import { videoList } from '#features/videos/server/list.ts';
import { trackVideos } from '#features/videos/views.ts';
import { loadView } from '#layouts/lists/load-view.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { withoutVisibilityRule } from '#platform/lists/list.ts';
import { reader } from '#platform/lists/run.ts';
import { messageHtml } from '#platform/messages.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';
import { samePart, visitorsPart } from '#platform/page-cache/same-part.ts';

interface PageRequest {
  readonly url: URL;
  readonly request: Request;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: { readonly ctx: Ctx };
}

const shownAwards = 24;
const readAwards = reader(withoutVisibilityRule(awardList));
const records = withoutVisibilityRule(replayList);
const onlineRecords = withoutVisibilityRule(onlineRecordList);
// the track itself was already checked, and videos have no visibility of their own
const videos = { ...withoutVisibilityRule(videoList), audience: () => 'moderator' as const };

/** Of these tables, `load` reads only what belongs to this track. */
const aboutTrack = <T>(trackId: number, load: () => T): T => {
  const ofTrack = { track_id: trackId };
  return readingOnly(
    {
      achievement_earned: ofTrack,
      comment: ofTrack,
      pack_track: ofTrack,
      play_later: ofTrack,
      rank_block: ofTrack,
      replay: ofTrack,
      track: ofTrack,
      track_author: ofTrack,
      track_feature: ofTrack,
      track_image: ofTrack,
      track_version: ofTrack,
      track_video: ofTrack,
    },
    load,
  );
};

/**
 * Loads everything that the page of a track shows; null if there is no track that this viewer may see. Of `shared`, which a member sees as
 * visitors do, the HTML is the same for all members.
 */
export async function loadTrackPage(page: PageRequest) {
  const { ctx } = page.locals;
  const id = rowIdIn(page.params.id) ?? 0;
  const isVisitor = ctx.viewer.userId === 0;
  if (isModerator(ctx.viewer) || page.url.search !== '') return unshared(await loadShown(page, id));
  const [own, giver, held] = isVisitor
    ? [null, null, []]
    : await aboutTrack(id, () =>
        Promise.all([ownOnTrack(ctx, id), giverFacts(ctx, id), waitingHere(ctx, 'track', id)]),
      );
  if (own && !own.seesAsVisitor) return unshared(await loadShown(page, id));
  const shared = await visitorsPart(ctx, `page of track ${id}`, (seen) =>
    loadShown({ url: page.url, request: page.request, params: page.params, locals: { ctx: seen } }, id),
  );
  if (!shared || !own || !giver) return unshared(shared);
  const discussion = discussionFor(ctx, shared.discussion, shared.track, giver, held);
  return {
    ...shared,
    extras: { ...shared.extras, isQueued: own.isQueued },
    discussion,
    award: awardChance(discussion),
    hasPlayLater: mayUsePlayLater(ctx.viewer).ok,
    shared,
  };
}

const unshared = (shown: Shown | null) => shown && { ...shown, shared: null };

type Shown = NonNullable<Awaited<ReturnType<typeof loadShown>>>;

/** Everything that the page shows to the viewer of this request. */
async function loadShown(page: PageRequest, id: number) {
  const { ctx } = page.locals;
  const [track, packIds] = await aboutTrack(id, () => Promise.all([seenTrack(page), packIdsOf(ctx, id)]));
  if (!track) return null;
  const { trackId, relation } = track;
  const ofTrack = { trackid: String(trackId) };
  const about = <T>(load: () => T): T => aboutTrack(trackId, load);
  const me = ctx.viewer.userId;
  const packId = rowIdIn(page.url.searchParams.get('packid')) ?? 0;
  const shown = boardScopeIn(page.url.searchParams.get(`${replays.type}.show`));
  const boardView = { ...replays, scope: boardScopes[shown] };
  // a part of its own for visitors, because comments and awards come more often than replays
  const loadBoard = () => about(() => loadView(page, records, boardView, ofTrack));
  const [
    extras,
    pictures,
    discussion,
    board,
    online,
    clips,
    own,
    runs,
    packs,
    walk,
    awards,
    description,
    badges,
    card,
    source,
  ] = await Promise.all([
    about(() => trackExtras(ctx, trackId, relation.isAuthor || relation.isPending || relation.isModerator)),
    about(() => picturesOf(ctx, trackId, track.secretKey)),
    about(() => discussionOf(ctx, trackId, page.url.searchParams)),
    me === 0 && page.url.search === '' ? samePart(ctx, `board of track ${trackId}`, loadBoard) : loadBoard(),
    loadView(page, onlineRecords, dedimania, ofTrack),
    loadView(page, videos, trackVideos, ofTrack),
    about(() => ownPlace(ctx, trackId)),
    me > 0 ? loadView(page, records, personalBest, { ...ofTrack, userid: String(me) }) : null,
    readingOnly({ pack: { pack_id: packIds }, pack_manager: { pack_id: packIds } }, () =>
      about(() => packsOfTrack(ctx, trackId, relation)),
    ),
    packId > 0 ? packWalk(ctx, packId, trackId) : null,
    track.awards > 0
      ? about(() =>
          readAwards(ctx, {
            fields: ['User.UserId', 'User.Name', 'User.CustomUrl', 'User.Tint'],
            count: shownAwards,
            ...ofTrack,
          }),
        )
      : { Results: [] },
    isHiddenFromViewer(ctx, track.uploader.userId).then((silent) =>
      messageHtml(ctx, silent ? null : track.authorComments, { images: false }),
    ),
    about(() => badgesOfTrack(ctx, trackId)),
    cardOf(ctx, 'track', trackId),
    copySource(ctx, 'track', trackId),
  ]);
  const awardedBy = awards.Results.map(({ User }) => User);
  return {
    pictures: { ...pictures, trackId, plainName: track.plainName, key: track.secretKey },
    track,
    description,
    extras,
    discussion,
    board,
    online,
    videos: clips,
    packs,
    walk,
    awardedBy,
    badges,
    card,
    source,
    line: recordLine(ctx, track, extras.recordFile, pictures.lineFrame),
    award: awardChance(discussion),
    shown,
    own,
    /** on the page of the leaderboard that is shown, in the unit of the medals */
    results: board.rows
      .filter(({ Position, IsSecret }) => Position !== null && !IsSecret)
      .map(ownResult)
      .toSorted((a, b) => a - b),
    runs: runs && runs.rows.length > 0 ? runs : null,
    /** unlisted tracks cannot be added to a Play Later list, except by their authors and moderators */
    hasPlayLater:
      mayUsePlayLater(ctx.viewer).ok && (track.isListed || relation.isAuthor || relation.isModerator),
    manages: relation.isAuthor || relation.isModerator,
  };
}
