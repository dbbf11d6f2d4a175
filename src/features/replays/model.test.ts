import { expect, test } from 'vitest';
import { mayDownload, resultOf } from './model.ts';

const run = (timeMs: number, respawns = 0, score: number | null = null) => ({ timeMs, respawns, score });

test.each([
  ['a race is won by the lower time', 0, run(41_280, 3), run(41_290)],
  ['a platform track by fewer respawns, whatever the time', 2, run(900_000, 1), run(30_000, 2)],
  ['a platform track by time when the respawns are equal', 2, run(30_000, 2), run(30_010, 2)],
  ['a stunts track by the higher score', 3, run(60_000, 0, 600), run(30_000, 0, 450)],
])('%s', (_, type, better, worse) => {
  expect(resultOf(type, better)).toBeLessThan(resultOf(type, worse));
});

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 - ms);
const nobody = { isDriver: false, isAuthor: false, isModerator: false };
const race = { primaryType: 0, replayAt: now, secretUntil: null };
const puzzle = { ...race, primaryType: 1 };

test.each([
  ['of a race, at once', race, true],
  ['of a puzzle, at once', puzzle, false],
  ['of a puzzle, a moment before 30 days', { ...puzzle, replayAt: daysAgo(30, -1) }, false],
  ['of a puzzle, after 30 days', { ...puzzle, replayAt: daysAgo(30) }, true],
  ['while it is secret', { ...race, secretUntil: daysAgo(0, -1) }, false],
  ['when it is no longer secret', { ...race, secretUntil: now }, true],
] as const)('the file of a replay %s: %j may be downloaded by anybody: %s', (_, replay, isAllowed) => {
  expect(mayDownload(replay, nobody, now).ok).toBe(isAllowed);
  for (const part of ['isDriver', 'isAuthor', 'isModerator'] as const)
    expect(mayDownload(replay, { ...nobody, [part]: true }, now).ok, part).toBe(true);
});

test('the refusal names the days since the upload: files do not say when they were driven', () => {
  expect(mayDownload(puzzle, nobody, now)).toMatchObject({
    reason: 'You can download puzzle replays 30 days after upload.',
  });
});
