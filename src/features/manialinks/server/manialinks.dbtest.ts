import { expect, test } from 'vitest';
import { plainAddress } from '#features/tracks/download/play.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { readManiaLink } from '#testing/manialink/schema.ts';
import { addTracks } from '#testing/pack-tracks.ts';
import { createsPack } from '#testing/packs.ts';
import { drivableTrack, posted } from '#testing/replays.ts';
import { Person } from '#testing/track-people.ts';
import { makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { parseXml, textOf } from '#testing/xml.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await Person.of(world);
const anybody = await Uploader.of(seenFrom(world, { viewer: visitor }));
const evil = '$f00<Night>" /> & $l[http://evil.example]win$l $p[steal]';
const driven = await drivableTrack(ann.ctx, { name: evil });
const hidden = await makeTrack(ann.ctx, { isPublic: false, isListed: false });
for (let n = 1; n <= 16; n++) await makeTrack(ann.ctx, { name: `Turn ${n}` });
const replay = await posted(await Uploader.of(ann.ctx), { uid: driven.uid });

const pageAt = async (path: string) => {
  const answer = await anybody.ask('GET', path);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  const placed = readManiaLink(answer.body.toString());
  const all = placed.map(({ element }) => element);
  return {
    headers: answer.headers,
    texts: all.flatMap(({ attributes }) => attributes.text ?? []),
    linkOf: (text: string) => all.find(({ attributes }) => attributes.text === text)?.attributes.manialink,
    all,
  };
};
const pathOf = (address = '') => address.slice(plainAddress('tmnf.localhost', '').length);

test('the first page shows the newest tracks and leads on to the others', async () => {
  const first = await pageAt('/manialink');
  expect(first.texts.filter((text) => /^Turn \d+$/.test(text))).toHaveLength(15);
  const second = await pageAt(pathOf(first.linkOf('Next')));
  expect(second.texts).toContain('Turn 1');
  expect(second.linkOf('Next')).toBeUndefined();
  expect(pathOf(first.linkOf('Turn 16'))).toMatch(/^\/manialink\/track\/\d+$/);
});

test.each(['?query=turn%2016', '?query=typedwords&typedwords=turn%2016'])(
  'words are searched for: %s',
  async (search) => {
    const { texts, all } = await pageAt(`/manialink${search}`);
    expect(texts.filter((text) => text.startsWith('Turn'))).toEqual(['Turn 16']);
    expect(all.find(({ name }) => name === 'entry')?.attributes).toMatchObject({
      name: 'typedwords',
      default: 'turn 16',
    });
  },
);

test('a search that cannot be read says so, and one that is hostile stays a text', async () => {
  expect((await pageAt('/manialink?query=length:x')).texts.join('\n')).toMatch(/length/i);
  const { texts } = await pageAt(`/manialink?query=${encodeURIComponent(`"/><quad $l[http://x]`)}`);
  expect(texts.join('\n')).toContain('$$l[http://x]');
});

test('a track shows its leaderboard, and its name keeps its colour but leads nowhere', async () => {
  const { texts, linkOf, all } = await pageAt(`/manialink/track/${driven.trackId}`);
  expect(texts).toContain('$f00<Night>" /> & win');
  expect(texts).toContain('1.');
  expect(linkOf('Play')).toBe(`http://tmnf.localhost/maniacode/track?site=tmnforever&id=${driven.trackId}`);
  const picture = all.find(({ attributes }) => attributes.image)?.attributes.image;
  expect(picture).toBe(`http://tmnf.localhost/trackshow/${driven.trackId}/image/1.jpg`);
  for (const [text, element] of [
    ['Watch', 'view_replay'],
    ['Race', 'play_replay'],
  ] as const) {
    const answer = await anybody.ask('GET', pathOf(linkOf(text)));
    const code = parseXml(
      answer.body.toString().replace(/^<\?xml.*?>/, '<?xml version="1.0" encoding="utf-8"?>\n'),
    );
    const [act] = code.children;
    expect(act?.name).toBe(element);
    expect(act && textOf(act, 'url')).toBe(`http://tmnf.localhost/recordgbx/${replay.ReplayId}`);
  }
});

test('a hidden or unknown track, replay, pack or list is a page that says so', async () => {
  for (const path of [
    `track/${hidden}`,
    'track/999999',
    'track/x',
    'pack/999999',
    `playlater/${'0'.repeat(32)}`,
  ])
    expect((await pageAt(`/manialink/${path}`)).texts.join('\n')).toMatch(/not found|no longer works/);
  const code = await anybody.ask('GET', '/maniacode/replay?id=999999');
  expect(code.body.toString()).toContain('<show_message>');
});

test('a pack lists its tracks once they are released, and is installed', async () => {
  const packId = await createsPack(ann, { PackName: '$0f0Tour & <more>' });
  expect((await pageAt('/manialink/packs')).texts).toContain('$0f0Tour & <more>');
  const empty = await pageAt(`/manialink/pack/${packId}`);
  expect(empty.texts).toEqual(expect.arrayContaining(['$0f0Tour & <more>', 'No tracks added yet.']));
  await addTracks(ann, packId, [driven.trackId, hidden]);
  const { texts, linkOf } = await pageAt(`/manialink/pack/${packId}`);
  expect(texts.filter((text) => text.includes('Night'))).toHaveLength(1);
  const answer = await anybody.ask('GET', pathOf(linkOf('Install')));
  expect(answer.body.toString()).toContain(`/trackgbx/${driven.trackId}<`);
});

test('a list of one’s own is opened by the link that shares it, until it is revoked', async () => {
  await ann.sends('PUT', `/maps/toggleplaylater/${driven.trackId}`);
  const { Key: key } = (await ann.post('/maps/shareplaylater')).json<{ Key: string }>();
  const { texts, headers } = await pageAt(`/manialink/playlater/${key}`);
  expect(texts).toContain('$f00<Night>" /> & win');
  expect(headers['cache-control']).toBe('private, no-store');
  await ann.sends('DELETE', '/maps/unshareplaylater');
  expect((await pageAt(`/manialink/playlater/${key}`)).texts).toContain(
    'This link no longer works. Its owner removed or replaced it.',
  );
});

test('editions whose game shows no such pages have none', async () => {
  const early = await Uploader.of(seenFrom(world, { site: 'tmo', viewer: visitor }));
  expect((await early.ask('GET', '/manialink')).status).toBe(404);
});
