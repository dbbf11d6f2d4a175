import { describe, expect, test } from 'vitest';
import { primaryTypes } from '#lib/codes/track.ts';
import type { ChallengeSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { readChallengeFacts } from '#platform/gbx/read-facts.ts';
import { allSites, siteByCode } from '#sites/all.ts';
import { forgedChallenge } from '#testing/forged-files.ts';
import { fileSpec, trackFile } from '#testing/tracks.ts';
import { fileIssues } from './checks.ts';
import { fileFacts } from './file-facts.ts';

const sites = await allSites();
const site = siteByCode(sites, 'tmnf');

function factsOf(spec: Partial<ChallengeSpec>) {
  const read = readChallengeFacts(trackFile(spec));
  const file = read.ok ? fileFacts(read) : null;
  if (!file) throw new Error(read.ok ? 'not validated' : read.refusal.message);
  return file;
}

describe('author times', () => {
  const medals = { gold: null, silver: null, bronze: null };
  test.each([
    [1, false],
    [9, false],
    [10, true],
    [11, true],
    [86_399_999, true],
    [86_400_000, false],
    [86_400_001, false],
    [2 ** 31 - 1, false],
    [2 ** 32 - 2, false],
  ])('%i ms: accepted %s', (authorTimeMs, isAccepted) => {
    const issues = fileIssues({ site, sites, file: factsOf({ authorTimeMs, ...medals }), sizeBytes: 1 });
    const refused = issues.find(({ Code }) => Code === 'author-time');
    expect(refused).toEqual(
      isAccepted
        ? undefined
        : {
            Level: 'error',
            Code: 'author-time',
            Message: `The author time of this track is ${authorTimeMs} ms; it must be at least 10 ms and less than 24 hours. Validate it again in the game’s editor.`,
          },
    );
  });
});

describe('medals', () => {
  const issuesOf = (spec: Partial<ChallengeSpec>) =>
    fileIssues({ site, sites, file: factsOf(spec), sizeBytes: 1 }).filter(({ Code }) =>
      Code.startsWith('medal'),
    );
  const unusual = { Level: 'warning', Code: 'medals' };
  const tooLarge = { Level: 'error', Code: 'medal-values' };
  const race = { authorTimeMs: 60_000, gold: 64_000, silver: 70_000, bronze: 90_000 };
  const stunts = { mode: 'Stunts', authorScore: 500, gold: 400, silver: 300, bronze: 200 } as const;
  test.each<[string, Partial<ChallengeSpec>, object[]]>([
    ['in order', race, []],
    ['all the same', { ...race, gold: 60_000, silver: 60_000, bronze: 60_000 }, []],
    ['gold better than the author', { ...race, gold: 59_990 }, [unusual]],
    ['bronze better than silver', { ...race, bronze: 69_990 }, [unusual]],
    ['stunts in order', stunts, []],
    ['stunts with gold above the author', { ...stunts, gold: 510 }, [unusual]],
    ['a medal of 2³¹ ms', { ...race, bronze: 2 ** 31 }, [tooLarge]],
    ['2³¹ points', { ...stunts, authorScore: 2 ** 31 }, [tooLarge]],
  ])('%s', (_what, spec, issues) => {
    expect(issuesOf(spec)).toEqual(issues.map((issue) => expect.objectContaining(issue)));
  });
});

test.each<[Partial<ChallengeSpec>, number | null]>([
  [{ mode: 'Race', authorScore: 41_280 }, 41_280],
  [{ mode: 'Race', authorScore: 31 }, 31],
  [{ mode: 'Race', authorScore: null }, null],
  [{ mode: 'Race', authorScore: 2 ** 32 - 2 }, null], // larger than the database column
  [{ mode: 'Puzzle', authorScore: 0 }, 0],
  [{ mode: 'Stunts', authorScore: 300 }, 300],
])('the author score of %j is %s', (spec, score) => expect(factsOf(spec).authorScore).toBe(score));

test('a puzzle of the first game, which saved no mode, is a Puzzle', () => {
  const typeOf = (spec: Partial<ChallengeSpec>) =>
    factsOf({ game: 'TM 1.0', environment: 'Desert', ...spec }).primaryType;
  expect(typeOf({ puzzlePieces: ['SpeedRoad'] })).toBe(primaryTypes.indexOf('Puzzle'));
  expect(typeOf({})).toBe(primaryTypes.indexOf('Race'));
});

test('the message for a track of another edition has the right article', () => {
  const messageOf = (environment: 'Island' | 'Bay') =>
    fileIssues({ site, sites, file: factsOf({ environment }), sizeBytes: 1 }).find(
      ({ Code }) => Code === 'environment',
    )?.Message;
  expect(messageOf('Island')).toBe('Nations Forever only accepts Stadium tracks; this one is Island.');
  expect(messageOf('Bay')).toBe('Nations Forever only accepts Stadium tracks; this one is Bay.');
});

test('the comment in a file is stored up to 4000 characters', () => {
  const stored = (length: number) => factsOf({ comments: 'x'.repeat(length) }).facts.comments?.length;
  expect([3999, 4000, 4001, 16_384].map(stored)).toEqual([3999, 4000, 4000, 4000]);
});

test.each<[string, Partial<ChallengeSpec>, string]>([
  ['format', { game: 'TMS', environment: 'Bay', car: 'Bay' }, 'Upload it on TMS instead.'],
  ['environment', { game: 'TMS', environment: 'Bay', car: 'Bay' }, 'Upload it on TMS instead.'],
  ['car', { game: 'TMS', environment: 'Bay', car: 'Coast' }, 'Upload it on TMS instead.'],
])('the refusal %s names the edition that takes the file', (code, spec, words) => {
  const issues = fileIssues({ site, sites, file: factsOf(spec), sizeBytes: 1 });
  expect(issues.find(({ Code }) => Code === code)).toMatchObject({
    Message: expect.stringContaining(words),
    Editions: ['tms'],
  });
});

test('a track with the car of its environment is refused for its environment alone', () => {
  const file = factsOf({ game: 'TMS', environment: 'Bay', car: 'Bay' });
  const codes = fileIssues({ site, sites, file, sizeBytes: 1 }).map(({ Code }) => Code);
  expect(codes).toContain('environment');
  expect(codes).not.toContain('car');
});

test('a refusal does not name an edition if none takes the file', () => {
  const issues = fileIssues({ site, sites: [site], file: factsOf({ environment: 'Bay' }), sizeBytes: 1 });
  const issue = issues.find(({ Code }) => Code === 'environment');
  expect(issue?.Message).toMatch(/this one is Bay\.$/);
  expect(issue).not.toHaveProperty('Editions');
});

test('another name in the XML is a warning, and the file can be uploaded', () => {
  const spec = { ...fileSpec({ name: 'Night shift' }) };
  const read = readChallengeFacts(forgedChallenge(spec, { xml: { name: '$f00Day shift' } }));
  const file = read.ok ? fileFacts(read) : null;
  if (!file) throw new Error('not read');
  expect(file.name).toBe('Night shift');
  expect(fileIssues({ site, sites, file, sizeBytes: 1 }).filter(({ Level }) => Level !== 'notice')).toEqual([
    {
      Level: 'warning',
      Code: 'xml-name',
      Message:
        'The XML header of this file names the track “$f00Day shift”. The games show the other name in the file, and so does this page.',
    },
  ]);
});

describe('what the editor of the game cannot make', () => {
  const [block] = fileSpec().blocks;
  if (!block) throw new Error('no block');
  const withBlocks = (...more: Partial<typeof block>[]): Partial<ChallengeSpec> => ({
    blocks: [...fileSpec().blocks, ...more.map((change) => ({ ...block, ...change }))],
  });
  const listed =
    'It is listed as made with TMUnlimiter and as uncompetitive: its replays don’t count on any leaderboard.';
  test.each<[string, Partial<ChallengeSpec>, string]>([
    ['a size', { size: { x: 8, y: 8, z: 8 } }, 'the map is 8 × 8 × 8, a size that it doesn’t have'],
    [
      'a block of another environment',
      withBlocks({ name: 'BayRoad', x: 1, y: 2, z: 3 }),
      '1 block is from another environment (“BayRoad” at 1, 2, 3)',
    ],
    [
      'unknown blocks, and one outside',
      withBlocks({ name: 'Foo', x: 1, y: 2, z: 3 }, { name: 'Bar' }, { x: 32, y: 0, z: 0 }),
      `2 blocks are of a kind that it doesn’t have (first: “Foo” at 1, 2, 3); 1 block is outside the map (“${block.name}” at 32, 0, 0)`,
    ],
  ])('%s is a warning that says what and where', (_, spec, what) => {
    const file = factsOf(spec);
    expect(file.unlimiterVersion).toBe(0);
    expect(fileIssues({ site, sites, file, sizeBytes: 1 })).toEqual([
      {
        Level: 'warning',
        Code: 'oddities',
        Message: `The editor of the game can’t make this track: ${what}. ${listed}`,
      },
    ]);
  });

  test('other tracks have none, nor have files that were read before it was searched for', () => {
    const file = factsOf({});
    expect(file).toMatchObject({ unlimiterVersion: null, oddities: [] });
    for (const oddities of [[], undefined])
      expect(fileIssues({ site, sites, file: { ...file, oddities }, sizeBytes: 1 })).toEqual([]);
  });
});
