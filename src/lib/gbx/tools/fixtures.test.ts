import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readChallenge } from '../read/challenge.ts';
import { GAMES } from '../read/game.ts';
import { readReplay } from '../read/replay.ts';
import { CHALLENGES, makeFixtures, REPLAYS } from './fixture-specs.ts';
import { FIXTURES } from './fixtures-cli.ts';

const fixtures = makeFixtures();
/** Parsed, so that other line ends of a Git checkout do not matter. */
const stored = (file: string): unknown => JSON.parse(readFileSync(join(FIXTURES, file), 'utf8'));

describe('fixtures', () => {
  test.each(fixtures)('$name is up to date', ({ name, bytes, expected }) => {
    expect(Buffer.compare(readFileSync(join(FIXTURES, `${name}.gbx`)), bytes)).toBe(0);
    expect(stored(`${name}.expected.json`)).toEqual(JSON.parse(expected));
  });

  test('no pair is left over from a removed fixture', () => {
    const made = fixtures.flatMap(({ name }) => [`${name}.expected.json`, `${name}.gbx`]);
    expect(readdirSync(FIXTURES).sort()).toEqual(made.sort());
  });

  test('there is a track and a replay of every game', () => {
    expect(new Set(Object.values(CHALLENGES).map(({ game }) => game))).toEqual(new Set(GAMES));
    expect(new Set(Object.values(REPLAYS).map(({ game }) => game))).toEqual(new Set(GAMES));
  });
});

/** Fields of a spec that the format of its game does not have. */
const NOT_STORED: Record<string, readonly string[]> = {
  'TM 1.0': ['mood', 'mode', 'cost', 'laps'],
  'TM Power Up': ['mood', 'mode', 'laps'],
};

describe('reading a written track returns its spec', () => {
  test.each(Object.entries(CHALLENGES))('%s', (name, spec) => {
    const read = readChallenge(readFileSync(join(FIXTURES, `${name}.challenge.gbx`)));
    if (!read.ok) throw new Error(read.refusal.message);
    const { unlimiterMessage, uid, blocks, ...rest } = spec;
    const kept = Object.entries(rest).filter(([field]) => !NOT_STORED[spec.game]?.includes(field));
    expect(read.challenge).toMatchObject(Object.fromEntries(kept));
    expect(read.challenge.uid).toBe(uid || null);
    expect(read.challenge.unlimiter).toBe(unlimiterMessage !== undefined);
    expect(read.challenge.blocks).toHaveLength(blocks.length);
    expect(read.challenge.blocks).toMatchObject(blocks);
    expect(read.challenge.validated).toBe(spec.authorTimeMs !== undefined);
  });
});

describe('reading a written replay returns its spec', () => {
  test.each(Object.entries(REPLAYS))('%s', (name, spec) => {
    const read = readReplay(readFileSync(join(FIXTURES, `${name}.replay.gbx`)));
    if (!read.ok) throw new Error(read.refusal.message);
    const { game, environment, uid, mapAuthor, bestTimeMs, nickname } = spec;
    expect(read.replay).toMatchObject({ game, environment, uid, mapAuthor, bestTimeMs, nickname });
    expect(read.replay.ghosts).toHaveLength(spec.ghosts?.length ?? 1);
    expect(read.replay.shiftedClock).toBe(spec.shiftedClock ?? false);
    if (spec.map) expect(read.replay.map?.uid).toBe(uid);
  });

  test('the header of the embedded track is removed as in its game', () => {
    const headerless = Object.keys(REPLAYS).filter((name) => {
      const read = readReplay(readFileSync(join(FIXTURES, `${name}.replay.gbx`)));
      return read.ok && read.replay.map?.headerless;
    });
    expect(headerless).toEqual(['tmo-rally', 'tms-bay', 'tmn-stadium']);
  });
});
