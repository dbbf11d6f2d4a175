import { expect, test } from 'vitest';
import { progressText, resultText, resultTitle, resultTone } from './zip-texts.ts';

const progress = { done: 12, total: 40, bytes: 3 * 1024 * 1024, remainingMs: null, zips: 1 };

test.each([
  [{}, '12 of 40 tracks · 3 MiB'],
  [{ remainingMs: 0 }, '12 of 40 tracks · 3 MiB · about 1 second left'],
  [{ remainingMs: 59_400 }, '12 of 40 tracks · 3 MiB · about 59 seconds left'],
  [{ remainingMs: 60_000 }, '12 of 40 tracks · 3 MiB · about 1 minute left'],
  [{ remainingMs: 7_200_000 }, '12 of 40 tracks · 3 MiB · about 2 hours left'],
  [{ done: 1, total: 1, bytes: 10, remainingMs: 0 }, '1 of 1 track · 10 B'],
  [{ done: 1000, total: 2345, bytes: 0 }, '1,000 of 2,345 tracks · 0 B'],
])('progress %j: %s', (change, words) => {
  expect(progressText({ ...progress, ...change }, 'pack')).toBe(words);
});

const done = { files: 40, bytes: 2048, zips: 1, failed: [], isCancelled: false };
const lost = { fileName: 'a', reason: 'Gone.' };

test.each([
  [{}, ['40 tracks, 2 KiB.']],
  [{ zips: 3 }, ['40 tracks, 2 KiB, in 3 zips.']],
  [{ failed: [lost] }, ['40 tracks, 2 KiB.', '1 file is missing; failed.txt in the zip says why.']],
  [{ failed: [lost, lost] }, ['40 tracks, 2 KiB.', '2 files are missing; failed.txt in the zip says why.']],
  [
    { isCancelled: true, files: 1 },
    ['The zip has what arrived: 1 track, 2 KiB.', 'See failed.txt for the rest.'],
  ],
  [{ isCancelled: true, zips: 0 }, ['Nothing was saved.']],
  [{ files: 0, failed: [lost] }, ['1 file is missing; failed.txt in the zip says why.']],
])('result %j: %j', (change, words) => {
  expect(resultText({ ...done, ...change }, 'pack')).toEqual(words);
});

test.each([
  [{}, 'Download successful!', 'ok'],
  [{ failed: [lost] }, '40 of 41 tracks downloaded.', 'warn'],
  [{ files: 1, failed: [lost] }, '1 of 2 tracks downloaded.', 'warn'],
  [{ files: 0, failed: [lost, lost] }, 'Error: no track could be downloaded.', 'bad'],
  [{ isCancelled: true, files: 0, failed: [lost] }, 'Cancelled.', 'warn'],
])('the title of %j: %s', (change, title, tone) => {
  const result = { ...done, ...change };
  expect([resultTitle(result, 'pack'), resultTone(result)]).toEqual([title, tone]);
});
