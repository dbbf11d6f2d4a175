import { describe, expect, test } from 'vitest';
import { newerMap, withVehicle } from '#testing/forged-files.ts';
import type { BlockSpec, ChallengeSpec } from '../tools/challenge-spec.ts';
import { headerPart, writeContainer } from '../tools/container-writer.ts';
import { CHALLENGES } from '../tools/fixture-specs.ts';
import { writeChallenge, writeReplay } from '../tools/writer.ts';
import { challengeKindRefusal, challengeRefusal, readChallenge, readChallengeHeader } from './challenge.ts';
import type { Mood } from './environment.ts';
import { LIMITS } from './limits.ts';
import type { RefusalCode } from './refusal.ts';

const spec = CHALLENGES['tmf-stadium-stunts'];
if (spec === undefined) throw new Error('the fixture this test starts from is gone');
const track = writeChallenge(spec);

const codeOf = (bytes: Uint8Array): RefusalCode | 'accepted' => {
  const read = readChallenge(bytes);
  return read.ok ? 'accepted' : read.refusal.code;
};

/** The track with bytes replaced at an offset. */
const patched = (at: number, ...values: number[]): Uint8Array => {
  const bytes = track.slice();
  bytes.set(values, at);
  return bytes;
};

/** The offset of a text in the track. */
const find = (letters: string): number => Buffer.from(track).indexOf(letters);

test('header and file agree, and the header can be read without the body', () => {
  const whole = readChallenge(track);
  const header = readChallengeHeader(track.subarray(0, track.length - 10));
  if (!whole.ok || !header.ok) throw new Error('refused');
  expect(whole.challenge).toMatchObject(header.header);
});

describe('other files are refused', () => {
  const replay = writeReplay({
    game: 'TMF',
    environment: 'Bay',
    uid: 'u',
    mapAuthor: 'a',
    bestTimeMs: 1,
    nickname: 'n',
  });
  test.each<[string, Uint8Array, RefusalCode]>([
    ['an empty file', new Uint8Array(), 'too-short'],
    ['a picture', Uint8Array.from({ length: 100 }, () => 0x89), 'not-gbx'],
    ['24 bytes', track.subarray(0, 24), 'too-short'],
    ['half a track', track.subarray(0, track.length >> 1), 'truncated'],
    ['all but a byte', track.subarray(0, -1), 'truncated'],
    ['a byte too many', Uint8Array.from([...track, 0]), 'trailing-bytes'],
    ['another container version', patched(3, 7), 'unknown-container'],
    ['a text file', patched(5, 'T'.charCodeAt(0)), 'unknown-container'],
    ['a replay', replay, 'wrong-class'],
    ['a class nobody knows', patched(9, 0, 0, 0, 0x7f), 'wrong-class'],
    ['a header chunk of another size', patched(25, 99), 'damaged-header'],
    ['four billion header chunks', patched(17, 255, 255, 255, 255), 'damaged-header'],
    ['another uid in the XML', patched(find('uid="') + 5, 'X'.charCodeAt(0)), 'damaged-header'],
    ['a file of 2 MiB', Uint8Array.from([...track, ...new Uint8Array(1 << 21)]), 'over-limit'],
  ])('%s', (_what, bytes, code) => {
    expect(codeOf(bytes)).toBe(code);
    const read = readChallenge(bytes);
    expect(read.ok || read.refusal.message).toMatch(/^(This|The) .*\.$/);
  });

  test('for a replay the message points to the page of its track', () => {
    const read = readChallenge(replay);
    expect(read.ok || read.refusal.message).toBe(
      'This is a replay, not a track. Upload it on the page of its track.',
    );
  });
});

describe('a newer game is distinguished from a damaged file', () => {
  const file = (desc: number[], xml = '') =>
    writeContainer(
      0x0304_3000,
      [
        headerPart(0x002, (w) => w.raw(Uint8Array.from(desc))),
        headerPart(0x003, (w) => w.zeros(3)),
        headerPart(0x005, (w) => w.string(xml)),
      ],
      1,
      new Uint8Array(10),
    );
  test.each<[string, Uint8Array, RefusalCode]>([
    ['description of version 13', file([13, ...new Array<number>(56).fill(0)]), 'newer-game'],
    ['XML of a map', file([11], '<header type="map" exever="3.3.0">'), 'newer-game'],
    ['a flipped version', file([13, ...new Array<number>(44).fill(0)]), 'damaged-header'],
  ])('%s', (_what, bytes, code) => {
    expect(codeOf(bytes)).toBe(code);
  });
});

describe('the mode', () => {
  const puzzlePieces = ['SpeedRoad', 'SpeedClassicTurbo'];
  test.each<[string, Partial<ChallengeSpec>, string]>([
    ['TM 1.0 with pieces', { game: 'TM 1.0', puzzlePieces }, 'Puzzle'],
    ['TM 1.0 without pieces', { game: 'TM 1.0' }, 'Race'],
    ['Power Up with pieces', { game: 'TM Power Up', puzzlePieces }, 'Puzzle'],
    ['Power Up without pieces', { game: 'TM Power Up' }, 'Race'],
    ['a race of TMO with pieces', { game: 'TMO', mode: 'Race', puzzlePieces }, 'Race'],
    ['a puzzle of TMO', { game: 'TMO', mode: 'Puzzle', puzzlePieces }, 'Puzzle'],
  ])('%s', (_what, changes, mode) => {
    const read = readChallenge(writeChallenge({ ...spec, environment: 'Desert', car: 'Desert', ...changes }));
    expect(read.ok && read.challenge.mode).toBe(mode);
  });
});

describe('the first 4 KiB show the kind of a file of any size', () => {
  const huge = (bytes: Uint8Array) => Uint8Array.from([...bytes, ...new Uint8Array(2 << 20)]);
  const item = writeContainer(
    0x2e00_2000,
    [headerPart(0x001, (w) => w.zeros(400_000))],
    1,
    new Uint8Array(2),
  );
  test.each<[string, Uint8Array, RefusalCode | undefined]>([
    ['a map of a newer game', huge(newerMap()), 'newer-game'],
    ['an item', huge(item), 'wrong-class'],
    ['a picture', new Uint8Array(2 << 20).fill(0x89), 'not-gbx'],
    ['a track', huge(track), undefined],
  ])('%s', (_what, bytes, code) => {
    expect(challengeKindRefusal(bytes.subarray(0, 4096))?.code).toBe(code);
    expect(codeOf(bytes)).toBe(code ?? 'over-limit');
  });
});

describe('limits are compared before anything is unpacked', () => {
  const packedAt = Buffer.from(track).lastIndexOf('</Comments>') + 11 + 8;
  const u32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
  test.each<[string, number, RefusalCode]>([
    ['4 GB', 0xffff_ffff, 'over-limit'],
    ['more than a track may hold', LIMITS.challengeBodyBytes + 1, 'over-limit'],
    ['more than the ratio allows', 2 * 1024 * 1024, 'over-limit'],
    ['a byte less than there is', 700, 'damaged-body'],
  ])('a body announced as %s', (_what, size, code) => {
    expect(codeOf(patched(packedAt, ...u32(size)))).toBe(code);
  });
});

describe('the car', () => {
  const carOf = (vehicle: string) => {
    const read = readChallenge(withVehicle(spec, vehicle));
    return read.ok ? read.challenge.car : `${read.refusal.code}: ${read.refusal.message}`;
  };
  test.each([
    ['', 'Stadium'],
    ['American', 'Desert'],
    ['DesertCar', 'Desert'],
    ['SnowCar', 'Snow'],
    ['Rally', 'Rally'],
    ['RallyCar', 'Rally'],
    ['SportCar', 'Island'],
    ['IslandCar', 'Island'],
    ['BayCar', 'Bay'],
    ['CoastCar', 'Coast'],
    ['StadiumCar', 'Stadium'],
  ])('%j is the car of %s', (vehicle, car) => expect(carOf(vehicle)).toBe(car));

  test.each([
    ['CarFoo', 'CarFoo'],
    ['../../car', '../../car'],
    ['stadiumcar', 'stadiumcar'],
    ['StadiumCar ', 'StadiumCar'],
    ['x'.repeat(1024), `${'x'.repeat(40)}…`],
  ])('%j is refused', (vehicle, shown) =>
    expect(carOf(vehicle)).toBe(
      `unknown-car: This track is driven with “${shown}”, a car the old Trackmania games do not have.`,
    ),
  );
});

describe('texts of a header have limits', () => {
  const refusalOf = (change: Partial<ChallengeSpec>) => {
    const read = readChallenge(writeChallenge({ ...spec, ...change }));
    return read.ok ? 'accepted' : read.refusal.message;
  };
  const dep = (part: 'file' | 'url', length: number) => ({
    deps: [{ file: 'a.dds', url: '', [part]: 'x'.repeat(length) }],
  });
  const file = (part: 'file' | 'url', length: number) => ({ file: 'a', url: '', [part]: 'x'.repeat(length) });
  test.each<[string, number, (length: number) => Partial<ChallengeSpec>]>([
    ['build of the game', LIMITS.exeVersion, (length) => ({ exeVersion: 'x'.repeat(length) })],
    ['name of the author', LIMITS.author, (length) => ({ authorLogin: 'x'.repeat(length) })],
    ['path of a file it depends on', LIMITS.path, (length) => dep('file', length)],
    ['address of a file it depends on', LIMITS.url, (length) => dep('url', length)],
    ['path of a mod or of the music', LIMITS.path, (length) => ({ mod: file('file', length) })],
    ['address of a mod or of the music', LIMITS.url, (length) => ({ music: file('url', length) })],
    ['name of the decoration', LIMITS.decoration, (length) => ({ mood: 'x'.repeat(length) as Mood })], // any text is possible in a forged file
  ])('%s: at most %i characters', (what, most, change) => {
    expect([most - 1, most].map((length) => refusalOf(change(length)))).toEqual(['accepted', 'accepted']);
    expect(refusalOf(change(most + 1))).toBe(
      `The ${what} in this file has ${most + 1} characters; this site accepts at most ${most}.`,
    );
  });

  test('a name has at most 1 KiB', () => {
    expect(refusalOf({ name: 'x'.repeat(LIMITS.nameBytes) })).toBe('accepted');
    expect(refusalOf({ name: 'x'.repeat(LIMITS.nameBytes + 1) })).toBe(
      'A text in this file is too large for this site (at most 1 KiB).',
    );
  });
});

describe('a track can be started and finished', () => {
  const block = (name: string, rest: Partial<BlockSpec> = {}): BlockSpec => ({
    name,
    x: 1,
    y: 1,
    z: 1,
    direction: 0,
    ...rest,
  });
  const [start, finish, lap] = ['BayRoadStartLine', 'BayRoadFinish', 'BayRoadMultilap'].map((name) =>
    block(name),
  );
  test.each<[string, (BlockSpec | undefined)[], RefusalCode | null]>([
    ['start and finish', [start, finish], null],
    ['a block that is both', [lap], null],
    ['no block', [], 'no-blocks'],
    ['no start', [finish], 'no-start'],
    ['no finish', [start], 'no-finish'],
    ['road alone', [block('BayRoad')], 'no-start'],
    ['pillars named after a start', [block('BayStartLinePillar'), finish], 'no-start'],
    ['a start flagged as a border piece', [block('BayRoadStartLine', { clip: true }), finish], null],
  ])('%s', (_what, blocks, code) => {
    const bytes = writeChallenge({
      ...spec,
      environment: 'Bay',
      blocks: blocks.filter((one) => one !== undefined),
    });
    const read = readChallenge(bytes);
    if (!read.ok) throw new Error(read.refusal.message);
    expect(challengeRefusal(read.challenge)?.code ?? null).toBe(code);
  });
});

describe('upload rules', () => {
  test.each<[string, RefusalCode | null]>([
    ['tmf-stadium-stunts', null],
    ['tmf-stadium-unvalidated', 'unvalidated'],
    ['tm10-rally-no-uid', 'no-uid'],
  ])('%s: %s', (name, code) => {
    const named = CHALLENGES[name];
    if (named === undefined) throw new Error('no such fixture');
    const read = readChallenge(writeChallenge(named));
    if (!read.ok) throw new Error(read.refusal.message);
    expect(challengeRefusal(read.challenge)?.code ?? null).toBe(code);
  });
});
