import { expect, test } from 'vitest';
import { replayBytes } from '#testing/replays.ts';
import { type FoundTrack, readDropped, worthOf } from './dropped-replay.ts';
import { worthFacts } from './worth.ts';

const uid = 'Dropped_xxxxxxxxxxxxxxxx';
const track: FoundTrack = {
  TrackId: 5,
  TrackName: 'Floodlight',
  UId: uid,
  PrimaryType: 0,
  AuthorTime: 40_000,
  AuthorScore: 0,
  Medals: { Gold: 42_000, Silver: 44_000, Bronze: 48_000 },
  WRReplay: { ReplayId: 1, ReplayTime: 39_000, ReplayScore: 0, IsSecret: false },
};
const dropped = (bytes: Buffer) => readDropped(new File([new Uint8Array(bytes)], 'a.Replay.Gbx'));

test('a dropped replay is read by the rules of the server', async () => {
  const read = await dropped(replayBytes({ uid, bestTimeMs: 41_000 }));
  if (!read.ok) throw new Error(read.reason);
  expect(worthOf(read.file, track)).toMatchObject({ Medal: 3, Difference: 2000, Position: null });
  expect(worthOf(read.file, { ...track, WRReplay: null })).toMatchObject({ Difference: null, Position: 0 });
  const secret = { ...track, WRReplay: { ReplayId: 1, ReplayTime: 0, ReplayScore: 0, IsSecret: true } };
  expect(worthOf(read.file, secret)).toMatchObject({ Difference: null, Position: null });
});

test('of a run on an older version, neither the medal nor a place is known', async () => {
  const read = await dropped(replayBytes({ uid: 'Older_xxxxxxxxxxxxxxxxxx', bestTimeMs: 41_000 }));
  if (!read.ok) throw new Error(read.reason);
  const unknown = { IsOldVersion: true, Medal: null, Difference: null, Position: null };
  expect(worthOf(read.file, track)).toMatchObject(unknown);
  expect(worthOf(read.file, { ...track, WRReplay: null })).toMatchObject(unknown);
  expect(worthFacts(worthOf(read.file, track))).toEqual([['Result', '00:41.00']]);
});

test('a file that is not a replay is refused with the reason', async () => {
  expect(await dropped(Buffer.from('a picture, long enough to be read'))).toMatchObject({
    ok: false,
    reason: expect.stringContaining('not a Trackmania file'),
  });
});
