import { expect, test } from 'vitest';
import type { LineOnTrack, RunOnTrack } from '#lib/gbx/run/run-on-track.ts';
import { judgeRun } from './run-rules.ts';

const fitting = { isJudged: true, missed: [], isRepeated: false, never: null } as const;
const honest: RunOnTrack = {
  game: 'TMF',
  mode: 'Race',
  checkpoints: [9],
  laps: [1],
  times: 10,
  unordered: null,
  blocks: 'same',
  line: fitting,
};
const gate = { name: 'StadiumRoadMainCheckpoint', x: 12, y: 1, z: 7 };
const missing = (missed: Partial<Extract<LineOnTrack, { isJudged: true }>>): LineOnTrack => ({
  ...fitting,
  ...missed,
});
const blocks = (inside: number, stored: number, lost: number, gates = 0) => ({
  blocks: { inside, stored, missing: lost, gates },
});

test.each<[string, Partial<RunOnTrack>]>([
  ['an honest run', {}],
  ['one on a track without checkpoints', { checkpoints: [0], times: 1 }],
  ['three laps', { laps: [3], times: 30 }],
  ['laps of which header and body name different numbers', { laps: [5, 3], times: 30 }],
  ['checkpoints of which the file lists another number than it has', { checkpoints: [8, 9] }],
  ['Power Up, which lists no finish', { game: 'TM Power Up', times: 9 }],
  ['TM 1.0, which lists nothing', { game: 'TM 1.0', times: 0 }],
  ['a Puzzle to which the driver added blocks', { mode: 'Puzzle', ...blocks(60, 48, 0) }],
])('%s is a run of its track', (_, run) =>
  expect(judgeRun({ ...honest, ...run })).toEqual({ refused: null, held: [], unjudged: [] }),
);

test.each<[string, Partial<RunOnTrack>, string]>([
  ['no times', { times: 0 }, 'This replay contains no checkpoint times; its track has 9 checkpoints.'],
  [
    'the finish only',
    { times: 1 },
    'This replay contains only the time of the finish; its track has 9 checkpoints.',
  ],
  [
    'one time too few',
    { times: 9 },
    'This replay contains 9 times, that of the finish included; its track has 9 checkpoints, which makes 10.',
  ],
  [
    'one time too many',
    { times: 11, checkpoints: [1] },
    'This replay contains 11 times, that of the finish included; its track has 1 checkpoint, which makes 2.',
  ],
  ['one lap of three', { laps: [3], times: 10 }, 'This replay is a run of 1 lap; its track has 3 laps.'],
  ['four laps of three', { laps: [3], times: 40 }, 'This replay is a run of 4 laps; its track has 3 laps.'],
  [
    'descending times',
    { unordered: { number: 3, beforeMs: 14_000, timeMs: 12_000, mayBeEqual: false } },
    'This replay passes its 3rd checkpoint at 00:12.00, before its 2nd checkpoint at 00:14.00.',
  ],
  [
    'a finish before the last checkpoint',
    { unordered: { number: 10, beforeMs: 14_000, timeMs: 12_000, mayBeEqual: false } },
    'This replay passes the finish at 00:12.00, before its 9th checkpoint at 00:14.00.',
  ],
  [
    'equal times',
    { unordered: { number: 2, beforeMs: 14_000, timeMs: 14_000, mayBeEqual: false } },
    'This replay passes its 1st checkpoint and its 2nd checkpoint at the same time, 00:14.00.',
  ],
  [
    'a checkpoint at the start',
    { unordered: { number: 1, beforeMs: 0, timeMs: 0, mayBeEqual: false } },
    'This replay passes the start and its 1st checkpoint at the same time, 00:00.00.',
  ],
  [
    'a time that is missing',
    { unordered: { number: 2, beforeMs: 14_000, timeMs: null, mayBeEqual: false } },
    'This replay has no time for its 2nd checkpoint.',
  ],
  [
    'a track of two blocks',
    blocks(2, 148, 147, 9),
    'The track inside this replay is not the one on this site: it has 2 blocks, and the track here has 148.',
  ],
  [
    'a moved block',
    blocks(148, 148, 1),
    'The track inside this replay is not the one on this site: one of its 148 blocks differs.',
  ],
  [
    'moved blocks',
    { mode: 'Stunts', ...blocks(148, 148, 3) },
    'The track inside this replay is not the one on this site: 3 of its 148 blocks differ.',
  ],
])('%s is refused', (_, run, reason) => expect(judgeRun({ ...honest, ...run }).refused).toBe(reason));

test.each<[string, Partial<RunOnTrack>, string]>([
  [
    'equal times where two gates are close',
    { unordered: { number: 2, beforeMs: 14_000, timeMs: 14_000, mayBeEqual: true } },
    'This replay passes its 1st checkpoint and its 2nd checkpoint at the same time, 00:14.00.',
  ],
  [
    'a number of times that makes no whole lap',
    { laps: [3], times: 29 },
    'This replay contains 29 times, that of the finish included; its track has 9 checkpoints and 3 laps, which makes 30.',
  ],
  [
    'a mode that no real file has',
    { mode: 'Shortcut', times: 0 },
    'This replay contains no checkpoint times; its track has 9 checkpoints.',
  ],
  [
    'the track of an old game',
    { game: 'TM 1.0', times: 0, ...blocks(2, 148, 147) },
    'The track inside this replay is not the one on this site: it has 2 blocks, and the track here has 148.',
  ],
  [
    'a Puzzle without one of its blocks',
    { mode: 'Puzzle', ...blocks(60, 48, 1) },
    'The track inside this replay is not the one on this site: it has 60 blocks, and the track here has 48.',
  ],
  [
    'a Puzzle with another finish',
    { mode: 'Puzzle', ...blocks(60, 48, 0, 1) },
    'The track inside this replay is not the one on this site: it has 60 blocks, and the track here has 48.',
  ],
  [
    'a line that begins elsewhere',
    { line: missing({ missed: [{ at: 'start', number: 0, timeMs: 0, metres: 40.4, nearest: gate }] }) },
    'At the start the run is 40 m away from the nearest start, StadiumRoadMainCheckpoint at 12, 1, 7.',
  ],
  [
    'a line that leaves a checkpoint out',
    {
      line: missing({ missed: [{ at: 'checkpoint', number: 3, timeMs: 12_340, metres: 58, nearest: gate }] }),
    },
    'At its 3rd checkpoint of 9, 00:12.34, the run is 58 m away from the nearest checkpoint, StadiumRoadMainCheckpoint at 12, 1, 7.',
  ],
  [
    'a line that ends early',
    { line: missing({ missed: [{ at: 'finish', number: 0, timeMs: 12_340, metres: null, nearest: gate }] }) },
    'At its finish, 00:12.34, the recorded movement has already ended.',
  ],
  [
    'a checkpoint passed twice',
    { line: missing({ isRepeated: true }) },
    'At two of its checkpoint times the run is at the same checkpoint.',
  ],
  [
    'a checkpoint never passed',
    { game: 'TM 1.0', times: 0, line: missing({ never: gate }) },
    'The run never comes to a checkpoint of its track, StadiumRoadMainCheckpoint at 12, 1, 7.',
  ],
])('%s is held', (_, run, text) =>
  expect(judgeRun({ ...honest, ...run })).toEqual({ refused: null, held: [text], unjudged: [] }),
);

test.each<[string, Partial<RunOnTrack>, string]>([
  ['no track inside', { blocks: 'no-map' }, 'The file does not contain the track that was driven.'],
  ['hidden blocks', { blocks: 'hidden' }, 'TMUnlimiter hides the blocks of the track.'],
  [
    'no movement',
    { line: { isJudged: false, why: 'no-line' } },
    'The file contains no movement that could be compared with the track.',
  ],
  [
    'unknown gates',
    { line: { isJudged: false, why: 'no-gates' } },
    'The start, the checkpoints or the finish of the track are not known.',
  ],
  [
    'an old game with another number of times',
    { game: 'TM Power Up', times: 4 },
    'The number of checkpoint times is not that of the checkpoints of the track.',
  ],
])('%s is neither refused nor held, but noted', (_, run, text) =>
  expect(judgeRun({ ...honest, ...run })).toEqual({ refused: null, held: [], unjudged: [text] }),
);
