import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readReplay } from '#lib/gbx/read/replay.ts';
import { replayFacts } from '#lib/gbx/read/replay-facts.ts';
import type { ReplaySpec } from '#lib/gbx/tools/replay-spec.ts';
import { writeReplay } from '#lib/gbx/tools/writer.ts';
import { replaySpec } from '#testing/replays.ts';
import { loginKey, replayFile } from './replay-file.ts';

const uid = 'Driven_0_xxxxxxxxxxxx';
const read = (bytes: Uint8Array) => {
  const file = readReplay(bytes);
  return file.ok
    ? replayFile(replayFacts(file.replay))
    : { ok: false as const, reason: file.refusal.message };
};
const reasonFor = (spec: Partial<ReplaySpec>) => {
  const found = read(writeReplay(replaySpec({ uid, ...spec })));
  return found.ok ? null : found.reason;
};
const ghost = (spec: NonNullable<ReplaySpec['ghosts']>[number]) => ({ bestTimeMs: 40_000, ghosts: [spec] });

test.each<[string, Partial<ReplaySpec>, string | null]>([
  ['an honest run', {}, null],
  ['a run just long enough', { bestTimeMs: 500 }, null],
  [
    'a run just too short',
    { bestTimeMs: 499 },
    'The time of this replay is 499 ms; it must be at least 500 ms and less than 24 hours.',
  ],
  ['a run of almost a day', { bestTimeMs: 86_399_990 }, null],
  [
    'a run of a day',
    { bestTimeMs: 86_400_000 },
    'The time of this replay is 86400000 ms; it must be at least 500 ms and less than 24 hours.',
  ],
  [
    'an unfinished run',
    { bestTimeMs: null, ghosts: [{ timeMs: null }] },
    'This replay doesn’t reach the finish.',
  ],
  ['no run', { ghosts: [] }, 'This replay contains no run.'],
  [
    'two runs',
    { ghosts: [{ timeMs: 40_000 }, { timeMs: 41_000 }] },
    'This replay contains 2 runs. Save yours on its own.',
  ],
  [
    'a forged last checkpoint',
    ghost({ timeMs: 40_000, checkpoints: [{ timeMs: 44_000, score: 0 }] }),
    'This file was altered: its time is 00:40.00, but its last checkpoint was passed at 00:44.00.',
  ],
  [
    'a forged time in the ghost',
    ghost({ timeMs: 44_000 }),
    'This file was altered: the time is 40000 ms in its header and 44000 ms in its ghost.',
  ],
  ['too many respawns', { respawns: 100_001 }, 'This file was altered: it claims 100001 respawns.'],
  ['many respawns', { respawns: 100_000 }, null],
])('%s', (_, spec, reason) => expect(reasonFor(spec)).toBe(reason));

test('the length of the inputs must be that of the run', () => {
  const facts = readReplay(writeReplay(replaySpec({ uid })));
  if (!facts.ok) throw new Error(facts.refusal.message);
  expect(replayFile({ ...replayFacts(facts.replay), inputsMs: 44_000 })).toEqual({
    ok: false,
    reason: 'This file was altered: its time is 00:40.00, but its inputs were recorded for 00:44.00.',
  });
});

test('a truncated file and one of a newer game are refused by the reader', () => {
  const bytes = writeReplay(replaySpec({ uid }));
  expect(read(bytes.subarray(0, bytes.length - 5))).toMatchObject({
    ok: false,
    reason: /cut short|ends before/,
  });
  const newer = writeReplay(replaySpec({ uid, headerVersion: 8 }));
  expect(read(newer)).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/newer game|does not add up/),
  });
});

const flags = (spec: Partial<ReplaySpec>) => {
  const found = read(writeReplay(replaySpec({ uid, login: 'ann', ...spec })));
  return found.ok ? found.file.flags : found.reason;
};

test.each<[string, Partial<ReplaySpec>, string[]]>([
  ['an honest run', {}, []],
  ['the Competition Patch', { exe: 'TmForeverCompPatch.2.11.26(1.5).abc' }, ['patch']],
  ['a shifted clock', { shiftedClock: true }, ['shifted-clock']],
  ['a program whose name ends in a space', { exe: 'TmForever.2.11.26 ' }, ['tool-name']],
  ['inputs that cannot be played again', { validable: false }, ['unvalidable']],
  ['no inputs', { ghosts: [{ timeMs: 40_000 }] }, ['no-inputs']],
  ['no checkpoints', ghost({ timeMs: 40_000, checkpoints: [], inputCount: 1 }), ['no-checkpoints']],
  [
    'checkpoints out of order',
    ghost({
      timeMs: 40_000,
      inputCount: 1,
      checkpoints: [30_000, 20_000, 40_000].map((timeMs) => ({ timeMs, score: 0 })),
    }),
    ['checkpoint-order'],
  ],
  ['a time between steps', { bestTimeMs: 40_001 }, ['time-step']],
  ['no login', { login: '' }, ['no-login']],
  ['a login of a local network', { login: 'ann/192.168.1.2:2350' }, ['local-login']],
  ['a login with markup', { login: '<b>ann</b>' }, ['local-login']],
  ['a login with a space', { login: 'ann b' }, ['odd-login']],
  ['a long login', { login: 'x'.repeat(65) }, ['odd-login']],
])('oddities are flags, not refusals: %s', (_, spec, expected) => expect(flags(spec)).toEqual(expected));

test.each([
  ['Ann', 'ann'],
  ['', null],
  ['unnamed/127.0.0.1', null],
  ['a', 'a'],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), null],
  ['Ann_1.b-c', 'ann_1.b-c'],
  ['<img src=x>', null],
  ['ann ', null],
  ['ann\nben', null],
  ['änn', null],
  ['$f00ann', null],
])('the login %j identifies %j', (login, key) => expect(loginKey({ login })).toBe(key));

test.each([
  ['ann\r\n<b>ben', 'ann  <b>ben'],
  ['\tann\u2028', 'ann'],
  ['ann\u202e\u0000', 'ann'],
  ['x'.repeat(101), 'x'.repeat(100)],
])('the login %j is shown in one line, as %j', (login, shown) => {
  const found = read(writeReplay(replaySpec({ uid, login })));
  expect(found.ok && found.file.login).toBe(shown);
});

// real files next to the project
const folder = '../shared/gbx/replays';
test.skipIf(!existsSync(folder))(
  'real runs of one driver are accepted, and their results are those of the game',
  () => {
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.gbx$/i.test(name))
      .map((name) => read(readFileSync(`${folder}/${name}`)));
    const refused = found.flatMap((one) => (one.ok ? [] : [one.reason]));
    expect(found.length - refused.length).toBeGreaterThan(15);
    expect(new Set(refused)).toEqual(new Set(['This replay contains 5 runs. Save yours on its own.']));
  },
);
