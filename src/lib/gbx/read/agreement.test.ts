import { describe, expect, test } from 'vitest';
import { forgedChallenge, forgedReplay } from '#testing/forged-files.ts';
import { challengeBody } from '../tools/challenge-body-writer.ts';
import { challengeHeaderParts } from '../tools/challenge-header-writer.ts';
import { type ChallengeSpec, withDefaults } from '../tools/challenge-spec.ts';
import { writeContainer } from '../tools/container-writer.ts';
import { CHALLENGES, REPLAYS } from '../tools/fixture-specs.ts';
import type { ReplaySpec } from '../tools/replay-spec.ts';
import { sampleBlocks } from '../tools/sample-track.ts';
import { readChallenge } from './challenge.ts';
import { CHALLENGE } from './class-ids.ts';
import { readReplay } from './replay.ts';

const honest: ChallengeSpec = {
  game: 'TMF',
  environment: 'Stadium',
  uid: 'Agreement00000000000000001',
  name: 'Honest $f00Name',
  authorLogin: 'alice',
  blocks: sampleBlocks({ environment: 'Stadium', seed: 1 }),
  authorTimeMs: 60_000,
  authorScore: 60_000,
  gold: 64_000,
  silver: 70_000,
  bronze: 90_000,
};

const sentence = (bytes: Uint8Array) => {
  const read = readChallenge(bytes);
  return read.ok ? 'accepted' : `${read.refusal.code}: ${read.refusal.message}`;
};

/** A field that is forged, its name in the message, and the values shown for the forged and the honest file. */
const FIELDS: readonly (readonly [Partial<ChallengeSpec>, string, string, string])[] = [
  [{ environment: 'Bay' }, 'environment', '“Bay”', '“Stadium”'],
  [{ authorLogin: 'mallory' }, 'author', '“mallory”', '“alice”'],
  [{ name: 'Forged' }, 'name', '“Forged”', '“Honest $f00Name”'],
  [{ bronze: 90_001 }, 'bronze medal', '90001', '90000'],
  [{ silver: 70_001 }, 'silver medal', '70001', '70000'],
  [{ gold: null }, 'gold medal', 'none', '64000'],
  [{ authorTimeMs: 10 }, 'author time', '10 ms', '60000 ms'],
  [{ authorScore: 59_990 }, 'author score', '59990', '60000'],
  [{ mode: 'Stunts' }, 'mode', '“Stunts”', '“Race”'],
];

describe('a track whose header and body contradict each other is refused', () => {
  const lap = [{ laps: 3 }, 'lap flag', 'on', 'off'] as const;
  test.each([...FIELDS, lap])('%j', (change, field, forged, true_) => {
    const because = (header: string, body: string) =>
      `altered: This file was altered: the ${field} is ${header} in its header and ${body} in its body.`;
    expect(sentence(forgedChallenge(honest, { header: change, xml: change }))).toBe(because(forged, true_));
    expect(sentence(forgedChallenge(honest, { body: change }))).toBe(because(true_, forged));
  });

  test('validated in the header, not validated in the body', () => {
    const bytes = forgedChallenge(honest, { body: { authorTimeMs: null } });
    expect(sentence(bytes)).toBe(
      'altered: This file was altered: the author time is 60000 ms in its header and none in its body.',
    );
  });

  test('the number of laps differs in real files and is not compared', () => {
    const laps = forgedChallenge({ ...honest, laps: 3 }, { body: { laps: 5 } });
    expect(sentence(laps)).toBe('accepted');
  });
});

describe('a track whose XML contradicts its other header chunks is refused', () => {
  const compared = FIELDS.filter(([, field]) => field !== 'name');
  test.each(compared)('%j', (change, field, forged, true_) => {
    expect(sentence(forgedChallenge(honest, { xml: change }))).toBe(
      `altered: This file was altered: the ${field} is ${true_} in its header and ${forged} in its XML header.`,
    );
  });

  test('another name is accepted and noted: the games use that of the binary header', () => {
    const read = readChallenge(forgedChallenge(honest, { xml: { name: 'Forged' } }));
    expect(read.ok && read.challenge).toMatchObject({ name: 'Honest $f00Name', otherXmlName: 'Forged' });
    const same = readChallenge(forgedChallenge(honest, {}));
    expect(same.ok && same.challenge.otherXmlName).toBeNull();
  });

  test.each([
    ['$i$s$06fŁoop ทดลอง', 'TMF'],
    ['%Jaroslav%08-23_20§23%', 'TMF'],
    ['a & b < c > "d" \'e\'', 'TMU'],
    ['Two  Words + 100%', 'TMS'],
  ] as const)('an honest %s of %s is accepted', (name, game) => {
    const environment = game === 'TMS' ? 'Bay' : 'Stadium';
    const blocks = sampleBlocks({ environment, seed: 2 });
    expect(sentence(forgedChallenge({ ...honest, game, environment, blocks, name }, {}))).toBe('accepted');
  });
});

test.each(Object.entries(CHALLENGES))('files of the writer agree with themselves: %s', (_name, spec) => {
  expect(sentence(forgedChallenge(spec, {}))).toBe('accepted');
});

test('text from the file is shortened and cleaned before it is shown', () => {
  const bytes = forgedChallenge(honest, { body: { name: `a\u0000\u202eb${'x'.repeat(900)}` } });
  expect(sentence(bytes)).toMatch(/^altered: .* and “a bx{37}…” in its body\.$/);
});

describe('a body with a duplicate value is refused: the game might use the other one', () => {
  const full = withDefaults(honest);
  const { body, nodes } = challengeBody(full);
  const u32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
  /** The file with these bytes inserted before a chunk of the body. */
  const withExtra = (chunk: number, ...extra: number[]) => {
    const at = Buffer.from(body).indexOf(Buffer.from(u32(chunk)));
    const longer = Uint8Array.from([...body.subarray(0, at), ...extra, ...body.subarray(at)]);
    return writeContainer(CHALLENGE, challengeHeaderParts(full), nodes, longer);
  };
  const mode = CHALLENGE + 0x01c;
  const lap = CHALLENGE + 0x018;
  const skip = [...Buffer.from('PIKS')];
  test.each([
    ['nothing', [], 'accepted'],
    ['a second mode', [...u32(mode), ...skip, ...u32(4), ...u32(0)], 'damaged-body'],
    ['a second lap flag', [...u32(lap), ...skip, ...u32(8), ...u32(0), ...u32(3)], 'damaged-body'],
    ['a second car', [...u32(CHALLENGE + 0x00d), ...Array<number>(12).fill(255)], 'damaged-body'],
    ['a second name', [...u32(CHALLENGE + 0x012), ...u32(1), 65], 'damaged-body'],
  ])('%s', (_what, extra, code) => {
    expect(sentence(withExtra(mode, ...extra)).split(':')[0]).toBe(code);
  });
});

describe('a replay whose parts contradict each other is refused', () => {
  const spec = REPLAYS['tmf-coast'];
  if (spec === undefined) throw new Error('the fixture these tests start from is gone');
  const run: ReplaySpec = { ...spec, respawns: 2, stuntScore: 7, ghosts: undefined };
  const answer = (changed: Parameters<typeof forgedReplay>[1]) => {
    const read = readReplay(forgedReplay(run, changed));
    return read.ok ? 'accepted' : `${read.refusal.code}: ${read.refusal.message}`;
  };

  test('the honest twin is accepted', () => expect(answer({})).toBe('accepted'));

  test.each([
    [
      { header: { bestTimeMs: 1000 }, xml: { bestTimeMs: 1000 } },
      'the time is 1000 ms in its header and 43210 ms in its ghost',
    ],
    [{ xml: { bestTimeMs: 1000 } }, 'the time is 43210 ms in its header and 1000 ms in its XML header'],
    [{ header: { environment: 'Bay' } }, 'the environment is “Bay” in its header and “Coast” in its track'],
    [
      { header: { mapAuthor: 'eve' } },
      'the author of the track is “eve” in its header and “alice” in its track',
    ],
    [{ header: { nickname: 'eve' } }, 'the nickname is “eve” in its header and “$f00bob” in its ghost'],
    [{ header: { login: 'eve' } }, 'the login is “eve” in its header and “bob” in its ghost'],
    [{ xml: { respawns: 0 } }, 'the number of respawns is 0 in its XML header and 2 in its ghost'],
    [{ xml: { stuntScore: 999 } }, 'the stunt score is 999 in its XML header and 7 in its ghost'],
  ] as const)('%j', (changed, reason) => {
    expect(answer(changed)).toBe(`altered: This file was altered: ${reason}.`);
  });
});
