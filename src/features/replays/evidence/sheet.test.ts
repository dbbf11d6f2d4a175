import { expect, test } from 'vitest';
import type { RunMeasurement } from '#lib/gbx/run/run-measure.ts';
import { measurement } from '#testing/measurements.ts';
import { factsOf } from './facts.ts';
import { type ComparableRun, sheetOf } from './sheet.ts';

const driverId = 1;
const read = (run: RunMeasurement | null) => ({ ok: true as const, game: 'TMF' as const, run });

const other = (replayId: number, given: Partial<ComparableRun> = {}): ComparableRun => ({
  replayId,
  driver: { UserId: 1 + replayId, Name: `driver ${replayId}` },
  result: '01:00.00',
  drivenAt: new Date(0),
  flags: [],
  isDeleted: false,
  measured: read(measurement()),
  shared: { same: 1, of: 120, longestRun: 1 },
  ...given,
});

const noteOf = (run: Partial<ComparableRun>) =>
  sheetOf({ measured: read(measurement()), driverId, runs: [other(1, run)] }).runs[0];

test.each<[string, Partial<ComparableRun>]>([
  ['not measured yet', { measured: null, shared: null }],
  ['cannot be read: Its file is missing.', { measured: { ok: false, reason: 'Its file is missing.' } }],
  ['contains no inputs', { measured: read(null) }],
  ['same driver', { driver: { UserId: driverId, Name: 'me' } }],
  ['carries a tool signature', { flags: ['shifted-clock'] }],
  ['carries a tool signature', { flags: ['tool-name'] }],
  ['shares most of its inputs', { shared: { same: 60, of: 120, longestRun: 60 } }],
  ['another clock', { measured: read(measurement({}, { clockMs: 1 })) }],
  ['another device: analogue', { measured: read(measurement({}, { deviceClass: 'analogue' })) }],
])('a run is left out, and the sheet says why: %s', (note, run) => {
  expect(noteOf(run)).toMatchObject({ note, isCounted: false });
});

test.each<[string, Partial<ComparableRun>]>([
  ['with the Competition Patch', { flags: ['patch'] }],
  ['with just less than half of the inputs in common', { shared: { same: 59, of: 120, longestRun: 9 } }],
  ['with too few changes to tell', { shared: { same: 99, of: 99, longestRun: 99 } }],
])('a run %s counts', (_what, run) => {
  expect(noteOf(run)).toMatchObject({ note: 'keyboard', isCounted: true });
});

test('the closest run is the one with the largest share, of those with enough changes', () => {
  const runs = [
    other(1, { shared: { same: 99, of: 99, longestRun: 99 } }),
    other(2, { shared: { same: 90, of: 100, longestRun: 40 } }),
    other(3, { shared: { same: 300, of: 1000, longestRun: 200 } }),
  ];
  expect(sheetOf({ measured: read(measurement()), driverId, runs }).closest?.replayId).toBe(2);
  expect(sheetOf({ measured: read(measurement()), driverId, runs: runs.slice(0, 1) }).closest).toBeNull();
});

test.each([
  [19, true],
  [20, false],
])('with %i other drivers the comparison is small: %s', (count, isSmall) => {
  const runs = Array.from({ length: count }, (_, index) => other(1 + index));
  expect(sheetOf({ measured: read(measurement()), driverId, runs })).toMatchObject({
    counted: count,
    isSmall,
  });
});

test.each([
  [null, /Too many files are being read/],
  [
    { ok: false as const, reason: 'This file is cut short.' },
    /^The file cannot be read: This file is cut short\.$/,
  ],
  [read(null), /^The file contains no inputs/],
])('without measurements the sheet says what is missing', (measured, missing) => {
  const sheet = sheetOf({ measured, driverId, runs: [other(1)] });
  expect(sheet.missing).toMatch(missing);
  expect(sheet).toMatchObject({ figures: [], facts: [], counted: 0, group: null });
});

test('other runs of the driver are drawn, but do not count', () => {
  const own = other(1, { driver: { UserId: driverId, Name: 'me' } });
  const sheet = sheetOf({ measured: read(measurement()), driverId, runs: [own] });
  expect(sheet.counted).toBe(0);
  expect(sheet.figures[0]?.strip).toEqual({ own: 160, others: [], sameDriver: [160] });
  expect(sheetOf({ measured: read(measurement()), driverId, runs: [] }).figures[0]?.strip).toBeNull();
});

test('a strip states the values at its ends', () => {
  const [figure] = sheetOf({ measured: read(measurement()), driverId, runs: [other(1)] }).figures;
  const [value] = /^\S+/.exec(figure?.sentence ?? '') ?? [];
  expect(figure?.ends).toEqual([value, value]);
});

const factsBy = (...given: Parameters<typeof factsOf>) =>
  Object.fromEntries(factsOf(...given).map(({ label, text }) => [label, text]));

test('the facts of a run of Forever without anything unusual', () => {
  expect(factsBy('TMF', measurement())).toEqual({
    'Tool signature': 'None: the file has no signature of TMInterface.',
    'Competition Patch': 'The run was recorded without the patch.',
    'Inputs and movement':
      'In 600 samples of the movement, the steering is that of the inputs in 100.0 %, the gas in 100.0 %, the brake in 100.0 %.',
    Respawns: 'The inputs contain 0 respawns, as many as the file counts.',
    Finish:
      'The inputs were recorded for 01:00.00, as long as the run. Their mark of the finish is at its end.',
    Device: 'Keyboard or direction pad; the two cannot be told apart. 200 inputs, stored to 10 ms.',
  });
});

test('the facts of a run with oddities, and what the oldest games do not store', () => {
  const odd = measurement(
    { ownSteps: { left: null, right: 519.04, share: 0.8 } },
    {
      deviceClass: 'analogue',
      marks: { isClockShifted: true, endsInSpace: true, patch: { bytes: 1, fitting: [4, 20] } },
      agreement: { samples: 1000, steer: 999, gas: 1, brake: 0 },
      respawns: 1,
      finishMs: 59_000,
      timeMs: 61_000,
    },
  );
  expect(factsBy('TMF', odd)).toMatchObject({
    'Tool signature':
      'As with TMInterface, the clock of the inputs is shifted by 65.535 s, and the name of the program ends in a space: the tool was attached.',
    'Competition Patch': 'The patch added 1 byte; 4 or 20 would fit the number of inputs.',
    'Inputs and movement':
      'In 1,000 samples of the movement, the steering is that of the inputs in 99.9 %, the gas in 0.1 %, the brake in 0.0 %.',
    Respawns: 'The inputs contain 0 respawns; the file counts 1.',
    Finish:
      'The inputs were recorded for 01:00.00; the run takes 01:01.00. Their mark of the finish is at 00:59.00.',
    'Positions of the stick': 'To the left no regular distance; to the right 519.0 apart, about 126 steps.',
  });
  const oldest = measurement({}, { clockMs: 1, agreement: null, respawns: null, finishMs: null });
  expect(factsBy('TM 1.0', oldest)).toMatchObject({
    'Tool signature': 'The signature of TMInterface is only known for Forever, not for TM 1.0.',
    'Competition Patch': 'The patch exists for Forever only, not for TM 1.0.',
    'Inputs and movement':
      'The file stores no controls with its movement, so that the inputs cannot be compared with it.',
    Respawns: 'The inputs contain 0 respawns; the game does not store how many there were.',
  });
});
