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
  site: { label: 'TMNF', name: 'Nations Forever', formats: ['TMF', 'TMU'] },
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
    ['error: This replay was driven in Sunrise. Nations Forever accepts replays from Forever and United.'],
  ],
  ['of an unknown track', { track: null }, ['error: This replay’s track isn’t on TMNF: “Floodlight”.']],
  [
    'of a track of other editions',
    { track: null, siteFacts: { ...siteFacts, elsewhere: ['TMS', 'TMN'] } },
    ['error: This replay’s track isn’t on TMNF: “Floodlight”. It’s on TMS and TMN. Upload it there.'],
  ],
  [
    'of an unknown track without a name',
    { track: null, file: { ...file, mapName: '' } },
    ['error: This replay’s track isn’t on TMNF.'],
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
      'error: A moderator deleted your replay with this file. You can’t upload it again. Ask the crew of TMNF to restore it. → /replayrestore/9',
    ],
  ],
  [
    'of a closed account',
    { siteFacts: { ...siteFacts, sameFile: { ...same, deletedBy: 'account' } } },
    [
      'error: This replay belongs to a closed account. You can’t upload it until that account is deleted. Ask the crew of TMNF. → /crew',
    ],
  ],
  [
    'posted by another user and deleted by a moderator',
    { siteFacts: { ...siteFacts, sameFile: { ...same, deletedBy: 'moderator' } } },
    [
      'error: A moderator deleted this exact replay. You can’t upload it again. Ask the crew of TMNF to restore it. → /crew',
    ],
  ],
  [
    'the run of another account',
    { siteFacts: { ...siteFacts, runOfAnother: true } },
    [
      'error: Someone else has already uploaded this run on TMNF. If you drove it, report that replay. → /trackshow/5',
    ],
  ],
  [
    'stunts without points',
    { track: { ...track, primaryType: 3 }, file: { ...file, points: null } },
    ['error: This replay has no stunt score, which ranks replays of Stunts tracks.'],
  ],
  [
    'platform without respawns',
    { track: { ...track, primaryType: 2 }, file: { ...file, respawns: null } },
    ['error: This replay has no number of respawns, which ranks replays of Platform tracks.'],
  ],
  ['a race without respawns', { file: { ...file, respawns: null } }, []],
  [
    'driven with someone else’s login',
    { siteFacts: { ...siteFacts, loginOf: 'other' } },
    ['error: This replay was driven with someone else’s login. → /account#logins'],
  ],
  ['a step better than before', { siteFacts: { ...siteFacts, ownBest: best(40_010) } }, []],
  [
    'as good as before',
    { siteFacts: { ...siteFacts, ownBest: best(40_000) } },
    ['error: This replay doesn’t beat your best on this track, 00:40.00. → /trackshow/5'],
  ],
  [
    'a step worse, on an older version',
    { track: { ...track, isCurrentVersion: false }, siteFacts: { ...siteFacts, ownBest: best(39_990) } },
    ['error: This replay doesn’t beat your best on this version of the track, 00:39.99. → /trackshow/5'],
  ],
  [
    'of an older version',
    { track: { ...track, isCurrentVersion: false } },
    ['notice: Driven on an older version: listed, but not ranked.'],
  ],
  [
    'more respawns on a platform',
    { track: { ...track, primaryType: 2 }, siteFacts: { ...siteFacts, ownBest: best(90_000, 1) } },
    ['error: This replay doesn’t beat your best on this track, 01:30.00 (1). → /trackshow/5'],
  ],
  [
    'more points in stunts',
    { track: { ...track, primaryType: 3 }, siteFacts: { ...siteFacts, ownBest: best(10_000, 0, 299) } },
    [],
  ],
  [
    'with a free login',
    { siteFacts: { ...siteFacts, loginOf: 'nobody' } },
    ['notice: The login ann becomes yours: from now on, only you can upload replays driven with it.'],
  ],
  [
    'without a login',
    { file: { ...file, login: '' }, siteFacts: { ...siteFacts, loginOf: 'nobody' } },
    ['notice: This file doesn’t contain your login, so the replay is marked “unverified driver”.'],
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
