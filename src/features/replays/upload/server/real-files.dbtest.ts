import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTrack } from '#demo/make.ts';
import { gameFormats } from '#lib/codes/game.ts';
import { readReplay } from '#lib/gbx/read/replay.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { post } from '#testing/replays.ts';
import { uncompressed } from '#testing/stored-otherwise.ts';
import { asMember } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';

// Real files next to the project, each with the file of its track. Games before TMU contain that without its header.
const folder = (name: string) => join(process.cwd(), '..', 'shared', 'gbx', name);
const files = existsSync(folder('replays')) ? readdirSync(folder('replays')) : [];
const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });

/** A member of an edition that accepts all games. */
async function member(): Promise<Uploader> {
  const someone = await asMember(world);
  const all = [1, 2, 3, 4, 5, 6, 7];
  return Uploader.of({
    ...someone,
    site: { ...someone.site, formats: [...gameFormats], environments: all, cars: all },
  });
}

async function uploadTrack(author: Uploader, bytes: Buffer, uid: string): Promise<void> {
  const { results } = await author.publish(
    entry(0, { TrackFile: bytes, TrackName: 'A real one', Tags: '1' }),
  );
  const [result] = results;
  if (!result || !('TrackId' in result)) await makeTrack(author.ctx, author.ctx.viewer, { version: { uid } });
}

/** It contains several runs, so that it is not clear which one counts. */
const benchmark = 'Bench.Replay.Gbx';
const problemOf = async (who: Uploader, bytes: Buffer) => {
  const [result] = (await post(who, [bytes])).results;
  return result && 'Problem' in result ? result.Problem.detail : null;
};

test('real replays are accepted and run on their tracks; nobody else can post them, stored otherwise either', async ({
  skip,
}) => {
  if (files.length === 0) skip('no sample files');
  const author = await member();
  const uids = new Set<string>();
  for (const name of files) {
    const bytes = readFileSync(join(folder('replays'), name));
    const read = readReplay(bytes);
    if (!read.ok) throw new Error(`${name}: ${read.refusal.message}`);
    const { uid } = read.replay;
    if (uid === null) throw new Error(`${name} names no track.`);
    const track = readFileSync(
      join(folder('maps-of-replays'), name.replace(/Replay\.gbx$/i, 'Challenge.Gbx')),
    );
    if (!uids.has(uid)) await uploadTrack(author, track, uid);
    uids.add(uid);
    const refused = await problemOf(await member(), bytes);
    if (name === benchmark) {
      expect(refused).toMatch(/This replay contains 5 runs. Save yours on its own\.$/);
      continue;
    }
    expect(refused, name).toBeNull();
    const other = await member();
    expect(await problemOf(other, bytes), name).toMatch(/already/);
    expect(await problemOf(other, uncompressed(bytes)), name).toMatch(
      /: Someone else has already uploaded this run/,
    );
  }
  const checks = await db
    .selectFrom('replay_check')
    .where('site', '=', 'tmnf')
    .select(['outcome', 'findings'])
    .execute();
  // 'pending': the file of the track has no header, so that it could not be uploaded
  expect(checks).toHaveLength(files.length - 1);
  expect(checks.filter(({ outcome, findings }) => outcome === 'contradicts' || findings !== '')).toEqual([]);
  expect(checks.filter(({ outcome }) => outcome === 'fits').length).toBeGreaterThan(files.length / 2);
});
