import { describe, expect, test } from 'vitest';
import { readChallenge } from '#lib/gbx/challenge.ts';
import type { ChallengeSpec } from '#lib/gbx/challenge-spec.ts';
import { allSites, siteByCode } from '#sites/all.ts';
import { trackFile } from '#testing/tracks.ts';
import { fileIssues } from './checks.ts';
import { fileFacts } from './file-facts.ts';

const site = siteByCode(await allSites(), 'tmnf');

function factsOf(spec: Partial<ChallengeSpec>) {
  const read = readChallenge(trackFile(spec));
  const file = read.ok ? fileFacts(read.challenge) : null;
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
    const issues = fileIssues({ site, file: factsOf({ authorTimeMs, ...medals }), sizeBytes: 1 });
    const refused = issues.find(({ Code }) => Code === 'author-time');
    expect(refused).toEqual(
      isAccepted
        ? undefined
        : {
            Level: 'error',
            Code: 'author-time',
            Message: `The author time of this track is ${authorTimeMs} ms; it must be at least 10 ms and less than 24 hours. Validate it again in the editor of the game.`,
          },
    );
  });
});

test('the comment in a file is stored up to 4000 characters', () => {
  const stored = (length: number) => factsOf({ comments: 'x'.repeat(length) }).facts.comments?.length;
  expect([3999, 4000, 4001, 16_384].map(stored)).toEqual([3999, 4000, 4000, 4000]);
});
