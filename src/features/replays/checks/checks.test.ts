import { expect, test } from 'vitest';
import { medalOf } from '../medal.ts';
import { secretUntil } from '../secret/secret.ts';
import { type Checked, replayIssues } from './checks.ts';
import type { ReplayFile } from './replay-file.ts';

const file: ReplayFile = {
  uid: 'u',
  mapName: '$f00Floodlight',
  game: 'TMF',
  car: 7,
  timeMs: 40_000,
  respawns: 2,
  points: 300,
  nickname: 'ann',
  login: 'ann',
  flags: [],
};
const track = { trackId: 5, name: '$o$f00Floodlight', primaryType: 0, isCurrentVersion: true };
const siteFacts = {
  sameFile: null,
  runOfAnother: false,
  ownBest: null,
  elsewhere: [],
  loginOf: 'viewer' as const,
};
const checked: Checked = {
  site: { label: 'TMNF', formats: ['TMF', 'TMU'] },
  file,
  track,
  expectedTrackId: null,
  siteFacts,
};
const best = (timeMs: number, respawns = 0, score: number | null = null) => ({ timeMs, respawns, score });
const same = { replayId: 9, trackId: 5, isOwn: false, deletedBy: 'nobody' as const };

test.each<[string, Partial<Checked>, string[]]>([
  ['a replay for its track', {}, []],
  ['posted on the page of its track', { expectedTrackId: 5 }, []],
  [
    'of another game',
    { file: { ...file, game: 'TMS' } },
    ['error: This replay was driven with TMS. TMNF takes replays of TMF, TMU.'],
  ],
  [
    'of an unknown track',
    { track: null },
    ['error: This replay was driven on a track that is not on TMNF: “Floodlight”.'],
  ],
  [
    'of a track of other editions',
    { track: null, siteFacts: { ...siteFacts, elsewhere: ['TMS', 'TMN'] } },
    [
      'error: This replay was driven on a track that is not on TMNF: “Floodlight”. It is on TMS and TMN: post it there.',
    ],
  ],
  [
    'of an unknown track without a name',
    { track: null, file: { ...file, mapName: '' } },
    ['error: This replay was driven on a track that is not on TMNF.'],
  ],
  [
    'posted on the page of another track',
    { expectedTrackId: 6 },
    ['error: This replay was driven on another track: “Floodlight”. → /trackshow/5'],
  ],
  [
    'posted before',
    { siteFacts: { ...siteFacts, sameFile: same } },
    ['error: This exact replay is already on TMNF. → /trackshow/5'],
  ],
  [
    'posted and deleted by the viewer',
    { siteFacts: { ...siteFacts, sameFile: { ...same, isOwn: true, deletedBy: 'driver' } } },
    ['notice: You deleted this replay. If you restore it instead, it keeps its date. → /replayrestore/9'],
  ],
  [
    'posted and deleted by another user',
    { siteFacts: { ...siteFacts, sameFile: { ...same, deletedBy: 'driver' } } },
    [],
  ],
  [
    'posted by the viewer and deleted by a moderator',
    { siteFacts: { ...siteFacts, sameFile: { ...same, isOwn: true, deletedBy: 'moderator' } } },
    [
      'error: A moderator deleted your replay with this file. It cannot be posted again until a moderator of TMNF restores it: ask the crew. → /replayrestore/9',
    ],
  ],
  [
    'of a closed account',
    { siteFacts: { ...siteFacts, sameFile: { ...same, deletedBy: 'account' } } },
    [
      'error: This exact replay belongs to a closed account. It cannot be posted again until that account is erased: ask the crew of TMNF. → /crew',
    ],
  ],
  [
    'posted by another user and deleted by a moderator',
    { siteFacts: { ...siteFacts, sameFile: { ...same, deletedBy: 'moderator' } } },
    [
      'error: A moderator deleted this exact replay. It cannot be posted again until a moderator of TMNF restores it: ask the crew. → /crew',
    ],
  ],
  [
    'the run of another account',
    { siteFacts: { ...siteFacts, runOfAnother: true } },
    [
      'error: Another account posted the same run on TMNF. If you drove it, report that replay. → /trackshow/5',
    ],
  ],
  [
    'stunts without points',
    { track: { ...track, primaryType: 3 }, file: { ...file, points: null } },
    ['error: This replay contains no stunt score, which ranks replays of Stunts tracks.'],
  ],
  [
    'platform without respawns',
    { track: { ...track, primaryType: 2 }, file: { ...file, respawns: null } },
    ['error: This replay does not contain the number of respawns, which ranks replays of Platform tracks.'],
  ],
  ['a race without respawns', { file: { ...file, respawns: null } }, []],
  [
    'driven by another login',
    { siteFacts: { ...siteFacts, loginOf: 'other' } },
    ['error: This replay was driven by another login. → /account#logins'],
  ],
  ['a step better than before', { siteFacts: { ...siteFacts, ownBest: best(40_010) } }, []],
  [
    'as good as before',
    { siteFacts: { ...siteFacts, ownBest: best(40_000) } },
    ['error: Your best on this track is 00:40.00, which this replay does not beat. → /trackshow/5'],
  ],
  [
    'a step worse, on an older version',
    { track: { ...track, isCurrentVersion: false }, siteFacts: { ...siteFacts, ownBest: best(39_990) } },
    [
      'error: Your best on this version of the track is 00:39.99, which this replay does not beat. → /trackshow/5',
    ],
  ],
  [
    'of an older version',
    { track: { ...track, isCurrentVersion: false } },
    ['notice: This replay was driven on an older version of the track: it is listed without a position.'],
  ],
  [
    'more respawns on a platform',
    { track: { ...track, primaryType: 2 }, siteFacts: { ...siteFacts, ownBest: best(90_000, 1) } },
    ['error: Your best on this track is 01:30.00 (1), which this replay does not beat. → /trackshow/5'],
  ],
  [
    'more points in stunts',
    { track: { ...track, primaryType: 3 }, siteFacts: { ...siteFacts, ownBest: best(10_000, 0, 299) } },
    [],
  ],
  [
    'with a free login',
    { siteFacts: { ...siteFacts, loginOf: 'nobody' } },
    ['notice: The login ann becomes yours: later replays with it are accepted from you only.'],
  ],
  [
    'without a login',
    { file: { ...file, login: '' }, siteFacts: { ...siteFacts, loginOf: 'nobody' } },
    ['notice: This file does not name your login: the replay is marked as “unverified driver”.'],
  ],
])('a replay %s', (_, changed, expected) => {
  const issues = replayIssues({ ...checked, ...changed });
  expect(issues.map(({ Level, Message, Link }) => `${Level}: ${Message}${Link ? ` → ${Link}` : ''}`)).toEqual(
    expected,
  );
});

const targets = { authorTimeMs: 40_000, authorScore: 500, gold: 42_000, silver: 44_000, bronze: 48_000 };
test.each([
  ['the author time', 0, best(40_000), 4],
  ['a step more', 0, best(40_010), 3],
  ['the bronze time', 0, best(48_000), 1],
  ['more than bronze', 0, best(48_010), 0],
])('the medal for %s', (_, primaryType, run, medal) => {
  expect(medalOf({ primaryType, ...targets }, run)).toBe(medal);
});

const now = new Date('2026-11-21T12:00:00Z');
test.each([
  ['', null],
  ['2026-12-01', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T08:30', '2026-12-01T08:30:00.000Z'],
  ['2026-11-21T12:00', 'SecretUntil: the date must be in the future.'],
  ['2026-11-21T12:00:01', '2026-11-21T12:00:01.000Z'],
  ['2027-01-20T12:00', '2027-01-20T12:00:00.000Z'],
  ['2027-01-20T12:00:01', 'SecretUntil: at most 60 days ahead.'],
  ['soon', 'SecretUntil: is not a date.'],
])('secret until %j', (typed, expected) => {
  const date = secretUntil(typed, now);
  expect(date.ok ? (date.until?.toISOString() ?? null) : date.reason).toBe(expected);
});
