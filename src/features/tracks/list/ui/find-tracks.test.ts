import { afterEach, expect, test, vi } from 'vitest';
import { findTracks } from './find-tracks.ts';

afterEach(() => void vi.unstubAllGlobals());

const track = (TrackId: number) => ({
  TrackId,
  TrackName: `Loop ${TrackId}`,
  Uploader: { UserId: 1, Name: 'Ann' },
});

/** Tracks found for `text`, where ten tracks have it in their name and `withId` is the one with this id. */
async function found(text: string, withId: readonly number[]) {
  const named = Array.from({ length: 10 }, (_, n) => track(40 + n));
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'http://localhost').searchParams;
    return Response.json({ Results: query.has('id') ? withId.map(track) : named, More: false });
  });
  return (await findTracks(text)).map(({ id }) => id);
}

test('a number is also an id: the track with it comes first, once', async () => {
  expect(await found('4', [4])).toEqual([4, 40, 41, 42, 43, 44, 45, 46, 47, 48]);
  expect(await found(' 41 ', [41])).toEqual([41, 40, 42, 43, 44, 45, 46, 47, 48, 49]);
});

test('any other text is a part of names', async () => {
  expect(await found('4x', [4])).toEqual([40, 41, 42, 43, 44, 45, 46, 47, 48, 49]);
});
