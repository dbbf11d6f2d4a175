import type { UploadIssue } from '#features/tracks/file/analysis.ts';
import type { GameFormat } from '#lib/codes/game.ts';
import { platformType, stuntsType } from '#lib/codes/track.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { gameNames } from '#lib/gbx/read/game.ts';
import { routes } from '#routes/routes.ts';
import { type Run, resultOf } from '../model.ts';
import { loginKey, type ReplayFile } from './replay-file.ts';

/** The facts about the track of a replay that the rules need. */
export interface DrivenTrack {
  readonly trackId: number;
  readonly name: string;
  readonly primaryType: number;
  readonly isCurrentVersion: boolean;
}

/** What the site already has that concerns a replay. */
export interface SiteFacts {
  /** a replay with the same bytes */
  readonly sameFile: {
    readonly replayId: number;
    readonly trackId: number;
    /** whether the viewer posted it */
    readonly isOwn: boolean;
    /** 'account': it is hidden, because the account of its driver is closed */
    readonly deletedBy: 'nobody' | 'driver' | 'moderator' | 'account';
  } | null;
  /** another account posted the same run on the track */
  readonly runOfAnother: boolean;
  /** the driver's best on the same version of the track */
  readonly ownBest: Run | null;
  /** labels of the other editions on which everyone can see the track; queried only if it is not on this one */
  readonly elsewhere: readonly string[];
  /** whose login it is */
  readonly loginOf: 'nobody' | 'viewer' | 'other';
}

export interface Checked {
  readonly site: { readonly label: string; readonly name: string; readonly formats: readonly GameFormat[] };
  readonly file: ReplayFile;
  /** null: unknown here, or hidden from the viewer */
  readonly track: DrivenTrack | null;
  /** the track on whose page it is posted; null: any */
  readonly expectedTrackId: number | null;
  readonly siteFacts: SiteFacts;
}

/** The run in the terms of its track's type. */
export const runOf = (primaryType: number, { timeMs, respawns, points }: ReplayFile): Run => ({
  timeMs,
  respawns: respawns ?? 0,
  score: primaryType === stuntsType ? points : null,
});

/** The number that counts on a track of this type, next to the time. */
export const countedScore = (primaryType: number, run: Run): number =>
  primaryType === platformType ? run.respawns : primaryType === stuntsType ? (run.score ?? 0) : 0;

interface Check {
  readonly level: UploadIssue['Level'];
  readonly code: string;
  says(checked: Checked): string | null;
  link?(checked: Checked): string | undefined;
}

const nameOf = (name: string) => stripGameText(name) || '(no name)';
const bothOf = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** The rules about a replay and the site, in display order. The first error refuses it. */
const checks: readonly Check[] = [
  {
    level: 'error',
    code: 'format',
    says: ({ site, file }) =>
      site.formats.includes(file.game)
        ? null
        : `This replay was driven in ${gameNames[file.game]}. ${site.name} accepts replays from ${bothOf.format(site.formats.map((game) => gameNames[game]))}.`,
  },
  {
    level: 'error',
    code: 'track',
    says: ({ site, file, track, siteFacts: { elsewhere } }) => {
      if (track) return null;
      const name = stripGameText(file.mapName);
      const there = elsewhere.length === 0 ? '' : ` It’s on ${bothOf.format(elsewhere)}. Upload it there.`;
      return `This replay’s track isn’t on ${site.label}${name === '' ? '' : `: “${name}”`}.${there}`;
    },
  },
  {
    level: 'error',
    code: 'other-track',
    says: ({ track, expectedTrackId }) =>
      track === null || expectedTrackId === null || track.trackId === expectedTrackId
        ? null
        : `This replay was driven on another track: “${nameOf(track.name)}”.`,
    link: ({ track }) => (track ? routes.trackShow(track.trackId) : undefined),
  },
  {
    level: 'error',
    code: 'not-of-track',
    says: ({ track, file }) => (track === null ? null : (file.run?.refused ?? null)),
  },
  {
    level: 'error',
    code: 'duplicate',
    says: ({ site, siteFacts: { sameFile } }) => {
      if (sameFile === null) return null;
      const { deletedBy, isOwn } = sameFile;
      switch (deletedBy) {
        case 'nobody':
          return `This exact replay is already on ${site.label}.`;
        case 'driver':
          return null;
        case 'moderator':
          return `A moderator deleted ${isOwn ? 'your replay with this file' : 'this exact replay'}. You can’t upload it again. Ask the crew of ${site.label} to restore it.`;
        case 'account':
          return `This replay belongs to a closed account. You can’t upload it until that account is deleted. Ask the crew of ${site.label}.`;
        default:
          return deletedBy satisfies never;
      }
    },
    link: ({ siteFacts: { sameFile } }) => {
      if (sameFile === null) return undefined;
      if (sameFile.deletedBy === 'nobody') return routes.trackShow(sameFile.trackId);
      // its page shows the driver the reason
      return sameFile.isOwn ? routes.replayRestore(sameFile.replayId) : routes.crew();
    },
  },
  {
    level: 'error',
    code: 'same-run',
    says: ({ site, siteFacts: { sameFile, runOfAnother } }) =>
      (sameFile === null || sameFile.deletedBy === 'driver') && runOfAnother
        ? `Someone else has already uploaded this run on ${site.label}. If you drove it, report that replay.`
        : null,
    link: ({ track }) => (track ? routes.trackShow(track.trackId) : undefined),
  },
  {
    level: 'error',
    code: 'score',
    says: ({ file, track }) => {
      if (track?.primaryType === stuntsType && file.points === null)
        return 'This replay has no stunt score, which ranks replays of Stunts tracks.';
      if (track?.primaryType === platformType && file.respawns === null)
        return 'This replay has no number of respawns, which ranks replays of Platform tracks.';
      return null;
    },
  },
  {
    level: 'error',
    code: 'login',
    says: ({ siteFacts }) =>
      siteFacts.loginOf === 'other' ? 'This replay was driven with someone else’s login.' : null,
    // where the login can be claimed
    link: () => `${routes.account()}#logins`,
  },
  {
    level: 'error',
    code: 'not-better',
    says: ({ file, track, siteFacts: { ownBest } }) => {
      if (track === null || ownBest === null) return null;
      const run = runOf(track.primaryType, file);
      if (resultOf(track.primaryType, run) < resultOf(track.primaryType, ownBest)) return null;
      const best = formatResult(track.primaryType, ownBest.timeMs, countedScore(track.primaryType, ownBest));
      const which = track.isCurrentVersion ? 'on this track' : 'on this version of the track';
      return `This replay doesn’t beat your best ${which}, ${best}.`;
    },
    link: ({ track }) => (track ? routes.trackShow(track.trackId) : undefined),
  },
  {
    level: 'warning',
    code: 'held',
    says: ({ file }) => {
      const [first] = file.run?.held ?? [];
      return first === undefined
        ? null
        : `${first} You can upload the replay, but it stays unranked until a moderator has checked it.`;
    },
  },
  {
    level: 'notice',
    code: 'restorable',
    says: ({ siteFacts: { sameFile } }) =>
      sameFile?.deletedBy === 'driver' && sameFile.isOwn
        ? 'You deleted this replay. If you restore it instead, it keeps its date.'
        : null,
    link: ({ siteFacts: { sameFile } }) => (sameFile ? routes.replayRestore(sameFile.replayId) : undefined),
  },
  {
    level: 'notice',
    code: 'old-version',
    says: ({ track }) =>
      track === null || track.isCurrentVersion ? null : 'Driven on an older version: listed, but not ranked.',
  },
  {
    level: 'notice',
    code: 'new-login',
    says: ({ file, siteFacts }) =>
      siteFacts.loginOf === 'nobody' && loginKey(file) !== null
        ? `The login ${file.login} becomes yours: from now on, only you can upload replays driven with it.`
        : null,
  },
  {
    level: 'notice',
    code: 'unverified',
    says: ({ file }) =>
      loginKey(file) === null
        ? 'This file doesn’t contain your login, so the replay is marked “unverified driver”.'
        : null,
  },
];

/** The issues of a replay; notices only if it can be posted. */
export function replayIssues(checked: Checked): UploadIssue[] {
  const issues = checks.flatMap(({ level, code, says, link }) => {
    const message = says(checked);
    if (message === null) return [];
    const target = link?.(checked);
    return [{ Level: level, Code: code, Message: message, ...(target !== undefined && { Link: target }) }];
  });
  const errors = issues.filter(({ Level }) => Level === 'error');
  return errors.length > 0 ? errors : issues;
}
