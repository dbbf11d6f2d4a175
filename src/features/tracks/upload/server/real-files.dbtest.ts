import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gameFormats } from '#lib/codes/game.ts';
import { challengeRefusal, readChallenge } from '#lib/gbx/read/challenge.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';

const folder = join(process.cwd(), '..', 'shared', 'gbx', 'tracks');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => /\.gbx$/i.test(name)) : [];
const { db } = await testDb();

/** An edition that accepts all games: the real editions share them, and United's belong to none yet. */
async function everythingGoes(): Promise<Uploader> {
  const member = await asMember(await testCtx({ db, site: 'tmnf' }));
  const all = [1, 2, 3, 4, 5, 6, 7];
  const site = { ...member.site, formats: [...gameFormats], environments: all, cars: all };
  return Uploader.of({ ...member, site });
}

test('real tracks are uploaded and downloaded byte for byte', async ({ skip }) => {
  if (files.length === 0) skip('no sample files');
  const who = await everythingGoes();
  const refused: string[] = [];
  const undrawn: string[] = [];
  for (const name of files) {
    const bytes = readFileSync(join(folder, name));
    const { results } = await who.publish(entry(0, { TrackFile: bytes, TrackName: 'A real one', Tags: '1' }));
    const [result] = results;
    const read = readChallenge(bytes);
    if (!read.ok || challengeRefusal(read.challenge)) {
      expect(result, name).toMatchObject({ Problem: { status: 422, detail: expect.stringMatching(/\.$/) } });
      refused.push(name);
      continue;
    }
    if (!result || !('TrackId' in result)) throw new Error(`${name}: ${JSON.stringify(result)}`);
    await who.ctx.jobs.runAll(who.ctx);
    const download = await who.ask('GET', `/trackgbx/${result.TrackId}`);
    expect(download.body.equals(bytes), name).toBe(true);
    const picture = await who.ask('GET', `/trackshow/${result.TrackId}/image/0`);
    // the game's thumbnail, otherwise the map drawn from its blocks; a file with hidden blocks has neither
    if (picture.status !== 404) expect(picture.headers, name).toMatchObject({ 'content-type': 'image/jpeg' });
    else if (read.challenge.thumbnail) throw new Error(`${name} has no picture.`);
    else undrawn.push(name);
  }
  // all are published except those not validated or (one of TM 1.0) without a uid
  expect(undrawn.length, undrawn.join(', ')).toBeLessThan(3);
  expect(refused.length, refused.join(', ')).toBeLessThan(files.length / 5);
});
