import { expect, test } from 'vitest';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const track = await makeTrack(ann, { name: '$f00<Night> & "Day"' });
const hidden = await makeTrack(ann, { isPublic: false, isListed: false });
const unlisted = await makeTrack(ann, { isListed: false });
const { secret_key: key } = await db
  .selectFrom('track')
  .where('site', '=', 'tmnf')
  .where('track_id', '=', unlisted)
  .select('secret_key')
  .executeTakeFirstOrThrow();
const anybody = await Uploader.of(seenFrom(world, { viewer: visitor }));
const author = await Uploader.of(ann);
const play = (who: Uploader, target: string | number) => who.ask('GET', `/trackplay/${target}`);
const code = async (query: string) => {
  const answer = await anybody.ask('GET', `/maniacode/track?${query}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  return answer.body.toString();
};

test('a visible track redirects to the game, also for HEAD', async () => {
  const location = `tmtp:///:http://tmnf.localhost/maniacode/track?site=tmnforever&id=${track}`;
  expect(await play(anybody, track)).toMatchObject({ status: 302, headers: { location } });
  expect(await anybody.ask('HEAD', `/trackplay/${track}`)).toMatchObject({
    status: 302,
    headers: { location },
  });
});

test('an edition without tmtp: links uses the address of the file', async () => {
  const early = seenFrom(world, { site: 'tmo', viewer: visitor });
  const bo = await asMember(early);
  const desert = await makeTrack(bo);
  const answer = await play(await Uploader.of(early), desert);
  expect(answer.status).toBe(302);
  expect(answer.headers.location).toMatch(
    new RegExp(`^tmup://tmo\\.localhost/trackgbx/${desert}\\|MAP\\|\\w+$`),
  );
});

test.each([
  ['hidden', () => hidden],
  ['unlisted', () => unlisted],
  ['unknown', () => 999_999],
  ['no number', () => 'x'],
])('a track that is %s is not found, in the browser and in the game', async (_, id) => {
  expect((await play(anybody, id())).status).toBe(404);
  expect(await code(`site=tmnforever&id=${id()}`)).toContain('<show_message>');
});

test('authors are redirected, and the secret of an unlisted track is included', async () => {
  expect((await play(author, hidden)).status).toBe(302);
  const answer = await play(anybody, `${unlisted}?key=${key}`);
  expect(answer.headers.location).toContain(`id=${unlisted}&key=${key}`);
  expect(await code(`id=${unlisted}&key=${key}`)).toContain(`/trackgbx/${unlisted}?key=${key}`);
});

test('the document contains the file name and its plain address, escaped', async () => {
  const document = await code(`site=tmnforever&id=${track}`);
  const file = `<name>-Night- - -Day-_(${track}).Challenge.Gbx</name><url>http://tmnf.localhost/trackgbx/${track}</url>`;
  expect(document).toContain(`<install_track>${file}</install_track><play_track>${file}</play_track>`);
});

test('the site in the link decides, not the host; for an unknown one there is a message', async () => {
  expect(await code(`site=united&id=${track}`)).toContain('<show_message>');
  expect(await code(`id=${track}`)).toContain('<play_track>');
  const elsewhere = await Uploader.of(seenFrom(world, { site: 'tmo', viewer: visitor }));
  const answer = await elsewhere.ask('GET', `/maniacode/track?site=tmnforever&id=${track}`);
  expect(answer.body.toString()).toContain(`http://tmnf.localhost/trackgbx/${track}`);
});
