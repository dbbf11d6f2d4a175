import { expect, test } from 'vitest';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack, makePackTrack } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const owner = await Uploader.of(ann);
const anybody = await Uploader.of(seenFrom(world, { viewer: visitor }));
const pack = async (spec: Partial<Parameters<typeof makePack>[1]> = {}) => {
  const packId = await makePack(ann, { ownerId: ann.viewer.userId, name: '$f00<Cup> & Co', ...spec });
  const track = async (name: string, position: number | null, own: Parameters<typeof makeTrack>[1] = {}) =>
    makePackTrack(ann, {
      packId,
      trackId: await makeTrack(ann, { name, ...own }),
      addedBy: ann.viewer.userId,
      position,
      status: position === null ? PackTrackStatus.pending : PackTrackStatus.approved,
    });
  await track('$o<Second>', 2);
  await track('First', 1);
  await track('Waiting', null);
  await track('Invisible', 3, { isPublic: false, isListed: false });
  return packId;
};
const open = await pack();
const unreleased = await pack({ mapListReleased: false });
const hidden = await pack({ isPublic: false });
const text = async (who: Uploader, path: string) => {
  const answer = await who.ask('GET', path);
  return {
    status: answer.status,
    type: answer.headers['content-type'],
    body: answer.body.toString(),
    answer,
  };
};

test('a public pack redirects to the game; others cannot be installed, even by their owner', async () => {
  const play = (who: Uploader, packId: number) => who.ask('GET', `/trackpackplay/${packId}`);
  expect(await play(anybody, open)).toMatchObject({
    status: 302,
    headers: { location: `tmtp:///:http://tmnf.localhost/maniacode/pack?site=tmnforever&id=${open}` },
  });
  expect((await play(anybody, hidden)).status).toBe(404);
  expect([(await play(owner, hidden)).status, (await play(owner, unreleased)).status]).toEqual([409, 409]);
  const early = seenFrom(world, { site: 'tmo', viewer: visitor });
  const ofEarly = await makePack(early, { ownerId: (await asMember(early)).viewer.userId, name: 'Cup' });
  expect((await play(await Uploader.of(early), ofEarly)).status).toBe(404);
});

test('the game gets the approved tracks that everyone sees, in order', async () => {
  const { status, type, body } = await text(anybody, `/maniacode/pack?site=tmnforever&id=${open}`);
  expect([status, type]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(body).toContain(`<install_track_pack><name>_Cup_ _ Co (TMX_${open})</name><track>`);
  expect([...body.matchAll(/<track><name>([^<]*)/g)].map(([, name]) => name?.replace(/_\(.*/, ''))).toEqual([
    'First',
    '-Second-',
  ]);
});

test.each([
  ['hidden', () => `id=${hidden}`],
  ['unreleased', () => `id=${unreleased}`],
  ['unknown', () => 'id=999999'],
  ['no number', () => 'id=x'],
  ['of an unknown site', () => `site=nowhere&id=${open}`],
])('for a pack that is %s the game shows a message, even to its owner', async (_, query) => {
  for (const who of [anybody, owner])
    expect((await text(who, `/maniacode/pack?${query()}`)).body).toContain('<show_message>');
});

test('a server gets a MatchSettings file, everyone the list as text', async () => {
  const settings = await text(anybody, `/trackpackmatchsettings/${open}`);
  expect([settings.status, settings.type]).toEqual([200, 'text/xml; charset=utf-8']);
  expect(settings.answer.headers['content-disposition']).toContain(`_Cup_ _ Co (TMX_${open}).txt`);
  expect(settings.body.match(/<file>/g)).toHaveLength(2);
  const list = await text(anybody, `/trackpacklist/${open}`);
  expect(list.type).toBe('text/plain; charset=utf-8');
  expect(
    list.body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split('\t')[3]),
  ).toEqual(['First', '<Second>']);
  for (const path of ['trackpackmatchsettings', 'trackpacklist']) {
    expect((await text(anybody, `/${path}/${hidden}`)).status).toBe(404);
    expect((await text(anybody, `/${path}/${unreleased}`)).status).toBe(403);
    expect((await text(owner, `/${path}/${unreleased}`)).status).toBe(200);
  }
});
