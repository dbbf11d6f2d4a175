import { describe, expect, test } from 'vitest';
import { REPLAYS } from '../tools/fixture-specs.ts';
import type { ReplaySpec } from '../tools/replay-spec.ts';
import { writeChallenge, writeReplay } from '../tools/writer.ts';
import type { RefusalCode } from './refusal.ts';
import { type Replay, readReplay } from './replay.ts';

const spec = REPLAYS['tmf-coast'];
if (spec === undefined) throw new Error('the fixture these tests start from is gone');

const read = (changes: Partial<ReplaySpec> = {}): Replay => {
  const answer = readReplay(writeReplay({ ...spec, ...changes }));
  if (!answer.ok) throw new Error(answer.refusal.message);
  return answer.replay;
};

test('times, checkpoints and scores of a ghost are read', () => {
  const [ghost] = read().ghosts;
  expect(ghost).toMatchObject({ timeMs: 43_210, nickname: '$f00bob', login: 'bob', car: 'Coast' });
  expect(ghost?.checkpoints).toEqual([
    { timeMs: 20_050, score: 4 },
    { timeMs: 43_210, score: 9 },
  ]);
  expect(ghost?.inputs).toMatchObject({ eventsMs: 43_210, count: 6, raceStartsAtMs: 0 });
});

test('the Competition Patch and a shifted clock are marked', () => {
  expect(read()).toMatchObject({ competitionPatch: false, shiftedClock: false });
  expect(read({ exe: 'TmForeverCompPatch.2.11.26(1.5)' }).competitionPatch).toBe(true);
  expect(read({ shiftedClock: true }).shiftedClock).toBe(true);
});

test('a benchmark run of United is of TMU, whatever the version of its header', () => {
  const run = {
    game: 'TMU',
    environment: 'Stadium',
    map: null,
    ghosts: [{ timeMs: 43_210 }, { timeMs: 50_000 }],
  } as const;
  for (const headerVersion of [null, 9999, 0xffff_ffff])
    expect(read({ ...run, headerVersion, exe: 'TmUnited.0.2.1.0', exeVersion: '0.2.1.0' }).game).toBe('TMU');
});

describe('other files are refused', () => {
  const file = writeReplay(spec);
  const track = writeChallenge({
    game: 'TMF',
    environment: 'Bay',
    uid: 'Other',
    name: '',
    authorLogin: '',
    blocks: [],
  });
  const codeOf = (bytes: Uint8Array) => {
    const answer = readReplay(bytes);
    return answer.ok ? 'accepted' : answer.refusal.code;
  };
  test.each<[string, Uint8Array, RefusalCode]>([
    ['a track', track, 'wrong-class'],
    ['half a replay', file.subarray(0, file.length >> 1), 'truncated'],
    ['a replay that carries another track', writeReplay({ ...spec, map: track }), 'damaged-body'],
  ])('%s', (_what, bytes, code) => {
    expect(codeOf(bytes)).toBe(code);
  });

  test('a replay of version 8 is from a newer game', () => {
    const bytes = file.slice();
    // The version is the first number after the table of two header chunks.
    bytes[17 + 4 + 16] = 8;
    expect(codeOf(bytes)).toBe('damaged-header');
    const xml = Buffer.from(bytes).indexOf('<challenge uid');
    bytes.set(Buffer.from('<map       uid'), xml);
    expect(codeOf(bytes)).toBe('newer-game');
  });
});
