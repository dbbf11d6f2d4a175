import { expect, test } from 'vitest';
import { sweep } from '#platform/uploads/sweep.ts';
import { analyseFile } from '#platform/uploads/upload.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { drivableTrack, replayBytes } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { replayFiles } from './analyse.ts';
import { postReplay } from './post.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const ann = await asMember(world);
const anywhere = { trackId: null, key: null };
const rows = async (table: 'replay' | 'replay_upload') =>
  (await db.selectFrom(table).where('site', '=', 'tmnf').select('sha256').execute()).length;

test('a crash between file and row leaves a file that the sweep removes, and no row', async () => {
  const { uid } = await drivableTrack(author);
  const blob = await ann.files.putBytes(replayBytes({ uid }));
  const { files } = ann;
  const crashing = {
    ...ann,
    files: {
      ...bound(files),
      async makePermanent(stored: typeof blob) {
        await files.makePermanent(stored);
        throw new Error('killed');
      },
    },
  };
  await expect(
    analyseFile(crashing, replayFiles, { fileName: 'a.Replay.Gbx', blob }, anywhere),
  ).rejects.toThrow('killed');
  expect(await rows('replay_upload')).toBe(0);
  expect(await files.open(blob.sha256), 'the file').not.toBeNull();
  world.clock.forward({ days: 1, seconds: 1 });
  await sweep(world);
  expect(await files.open(blob.sha256)).toBeNull();
});

test('a crash while posting posts nothing, and the same key posts later', async () => {
  const { uid } = await drivableTrack(author);
  const blob = await ann.files.putBytes(replayBytes({ uid, login: 'crashing' }));
  const { uploadKey } = await analyseFile(ann, replayFiles, { fileName: 'a.Replay.Gbx', blob }, anywhere);
  const crash = async () => {
    throw new Error('killed');
  };
  await expect(postReplay(ann, uploadKey ?? '', anywhere, [crash])).rejects.toThrow('killed');
  expect(await rows('replay')).toBe(0);
  const bound = await db.selectFrom('game_login').where('site', '=', 'tmnf').select('login').execute();
  expect(bound).toEqual([]);
  expect(await postReplay(ann, uploadKey ?? '', anywhere, [])).toMatchObject({ Position: 0 });
  expect(await rows('replay')).toBe(1);
});

/** The methods of a store as functions of an object that can be spread. */
const bound = (store: typeof ann.files): typeof ann.files => ({
  putTemp: (source, limit) => store.putTemp(source, limit),
  putBytes: (bytes) => store.putBytes(bytes),
  makePermanent: (stored) => store.makePermanent(stored),
  discard: (stored) => store.discard(stored),
  open: (sha256) => store.open(sha256),
  read: (sha256, target) => store.read(sha256, target),
  remove: (sha256) => store.remove(sha256),
  list: () => store.list(),
  removeAbandoned: (now) => store.removeAbandoned(now),
});
