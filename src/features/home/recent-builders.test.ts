import { expect, test } from 'vitest';
import { recentBuilders } from './recent-builders.ts';

const by = (UserId: number, Name: string) => ({ Uploader: { UserId, Name } });

test('the busiest builder comes first, then the one of the newest upload', () => {
  const tracks = [by(1, 'ann'), by(2, 'ben'), by(3, 'cy'), by(2, 'ben')];
  expect(recentBuilders(tracks, 10)).toEqual([
    { userId: 2, name: 'ben', tracks: 2 },
    { userId: 1, name: 'ann', tracks: 1 },
    { userId: 3, name: 'cy', tracks: 1 },
  ]);
});

test('no more than asked for, and none from nothing', () => {
  expect(recentBuilders([by(1, 'ann'), by(2, 'ben')], 1)).toHaveLength(1);
  expect(recentBuilders([], 10)).toEqual([]);
});
