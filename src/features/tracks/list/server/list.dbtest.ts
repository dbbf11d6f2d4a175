import { expect, test } from 'vitest';
import { app } from '#app.ts';
import type { Level } from '#lib/codes/level.ts';
import { visitor } from '#platform/viewer.ts';
import { Client } from '#testing/client.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import { listTracks } from './list.ts';
import { trackFields } from './select.ts';

const { db } = await testDb({ editions: 'all' });
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);

interface Page {
  Results: Record<string, unknown>[];
  More: boolean;
}
const client = (ctx = world) => new Client(seenFrom(ctx, { viewer: visitor }), app.routes);
const get = async (query: string) => client().send('GET', `/api/tracks?${query}`);
const ids = async (query: string, ctx = world) => {
  const page = (await client(ctx).send('GET', `/api/tracks?fields=TrackId&${query}`)).json<Page>();
  return page.Results.map(({ TrackId }) => TrackId);
};

test('every field can be requested, alone and with its members, and its key is present', async () => {
  const id = await makeTrack(ann, { name: '$f00Every $$ field' });
  for (const [name, { members }] of Object.entries(trackFields)) {
    const paths = [name, `${name}[]`, ...Object.keys(members ?? {}).map((member) => `${name}.${member}`)];
    for (const path of paths) {
      const answer = await get(`id=${id}&fields=${encodeURIComponent(path)}`);
      expect(answer.status, path).toBe(200);
      expect(Object.keys(answer.json<Page>().Results[0] ?? {}), path).toEqual([name]);
    }
  }
});

test('the complete row is as clients expect it', async () => {
  const co = await makeMember(world);
  const invited = await makeMember(world);
  const uploadedAt = new Date('2026-11-01T10:00:00.000Z');
  const id = await makeTrack(ann, {
    name: '$i"Łódź" \\ 1',
    uploadedAt,
    coAuthor: { userId: co.userId, isPending: false },
  });
  await db
    .insertInto('track_author')
    .values({ site: 'tmnf', track_id: id, user_id: invited.userId })
    .execute();
  const answer = await get(`id=${id}&fields=${Object.keys(trackFields).join(',')}`);
  expect(answer.json<Page>()).toEqual({
    More: false,
    Results: [
      {
        OriginSite: null,
        OriginId: null,
        TrackId: id,
        TrackName: '$i"Łódź" \\ 1',
        UId: expect.stringMatching(/^Made_/),
        FileHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        FileSize: expect.any(Number),
        FileName: expect.any(String),
        Versions: [expect.objectContaining({ Version: 1, FileHash: expect.any(String) })],
        AuthorTime: 41_280,
        Length: 41_280,
        AuthorScore: 0,
        GoldTarget: 44_000,
        SilverTarget: 50_000,
        BronzeTarget: 62_000,
        Uploader: { UserId: ann.viewer.userId, Name: ann.viewer.name },
        Authors: [
          {
            User: { UserId: ann.viewer.userId, Name: ann.viewer.name, CustomUrl: null },
            IsUploader: true,
            IsPending: false,
            Role: '',
          },
          {
            User: { UserId: co.userId, Name: co.name, CustomUrl: null },
            IsUploader: false,
            IsPending: false,
            Role: 'scenery',
          },
        ],
        UploadedAt: '2026-11-01T10:00:00.000',
        UpdatedAt: '2026-11-01T10:00:00.000',
        ActivityAt: '2026-11-01T10:00:00.000',
        PrimaryType: 0,
        MapType: 0,
        Style: 7,
        Tags: [7, 3],
        Routes: 0,
        Difficulty: 1,
        Mood: 1,
        Environment: 7,
        Environments: [7],
        Car: 7,
        TrackValue: 0,
        ReplayType: 0,
        Awards: 0,
        Comments: 0,
        DownloadCount: 0,
        AuthorComments: '',
        UnlimiterVersion: null,
        HasThumbnail: false,
        HasScreenshot: false,
        HasImages: false,
        Images: null,
        Videos: 0,
        WRReplay: null,
        UserReplay: null,
        Medals: {
          Author: 41_280,
          Gold: 44_000,
          Silver: 50_000,
          Bronze: 62_000,
          CustomTime: null,
          TrackType: 0,
        },
        AuthorBeaten: false,
        IsPublic: true,
        IsListed: true,
        IsBeta: false,
        InBookmarks: false,
        HasCoauthorRequest: false,
        PackId: null,
        Position: null,
        Status: null,
        Feature: null,
        TimeStampAt: null,
      },
    ],
  });
});

test('nested paths return only what was requested, brackets or not, in any order', async () => {
  const id = await makeTrack(ann);
  const name = ann.viewer.name;
  const paths = 'Authors[].User.Name,Uploader.Name,TrackId[],,Authors.Role, Uploader.Name';
  const answer = await get(`id=${id}&fields=${encodeURIComponent(paths)}`);
  expect(answer.json<Page>().Results).toEqual([
    { TrackId: id, Uploader: { Name: name }, Authors: [{ User: { Name: name }, Role: '' }] },
  ]);
  expect((await get(`id=${id}&fields=Uploader,Uploader.Name`)).json<Page>().Results).toEqual([
    { Uploader: { UserId: ann.viewer.userId, Name: name } },
  ]);
});

test.each([
  ['fields=Nope', "Specified field 'Nope' does not exist", 'fields'],
  ['fields=TrackId,Uploader.Nope', "Specified field 'Uploader.Nope' does not exist", 'fields'],
  ['fields=TrackName.Length', "Specified field 'TrackName.Length' does not exist", 'fields'],
  ['fields=constructor', "Specified field 'constructor' does not exist", 'fields'],
  ['fields=Uploader,Uploader.Nope', "Specified field 'Uploader.Nope' does not exist", 'fields'],
  ['id=1,x', "Invalid value for 'id': it must be a whole number from 0.", 'id'],
  ['after=last', "Invalid value for 'after': it must be a whole number from 0.", 'after'],
  ['before=-1', "Invalid value for 'before': it must be a whole number from 0.", 'before'],
  [
    'after=1&before=2',
    "Invalid value for 'before': only one of 'after', 'before' and 'from' can be given.",
    'before',
  ],
])('%s is a Problem that names the field', async (query, detail, field) => {
  expect(await get(query)).toMatchObject({ status: 400, problem: { status: 400, detail, field } });
});

test.each([
  ['nonsense=1&page=3&format=json'],
  ['order1=UploadedAt'],
  ['order1=9999'],
  ['count=many'],
  ['after=0&before=&from='],
  ['id='],
  ['FIELDS=TrackId&Count=1'],
])('%s is harmless', async (query) => {
  await makeTrack(ann);
  const { Results } = (await get(query)).json<Page>();
  expect(Results.length).toBeGreaterThan(0);
});

test('without fields a small default is returned', async () => {
  await makeTrack(ann);
  const [row] = (await get('count=1')).json<Page>().Results;
  expect(row).toEqual({
    TrackId: expect.any(Number),
    TrackName: expect.any(String),
    Uploader: { UserId: ann.viewer.userId, Name: ann.viewer.name },
  });
});

test('count is clamped and never refused', async () => {
  for (let n = 0; n < 45; n++) await makeTrack(ann);
  expect((await ids('')).length).toBe(40);
  expect((await ids('count=0')).length).toBe(1);
  expect((await ids('count=-5')).length).toBe(1);
  expect((await ids('count=99999')).length).toBeGreaterThan(45);
  expect((await get('count=1')).json<Page>().More).toBe(true);
  expect((await get('count=1000')).json<Page>().More).toBe(false);
});

test('the newest come first by default, and the oldest under order 1', async () => {
  const other = await testCtx({ db, site: 'tmn' });
  const bea = await asMember(other);
  const at = (day: number) => new Date(Date.UTC(2020, 0, day));
  const second = await makeTrack(bea, { uploadedAt: at(2) });
  const first = await makeTrack(bea, { uploadedAt: at(1) });
  const alsoSecond = await makeTrack(bea, { uploadedAt: at(2) });
  expect(await ids('', other)).toEqual([alsoSecond, second, first]);
  expect(await ids('order1=2', other)).toEqual([alsoSecond, second, first]);
  expect(await ids('order1=1', other)).toEqual([first, second, alsoSecond]);
  expect(await ids(`from=${second}`, other)).toEqual([second, first]);
  expect(await ids(`after=${second}`, other)).toEqual([first]);
  expect(await ids(`before=${first}&count=1`, other)).toEqual([second]);
  expect(await ids(`id=${first},${alsoSecond},${first}`, other)).toEqual([alsoSecond, first]);
  expect(await ids(`id=${first}&after=${second}`, other), 'a cursor outside the filter').toEqual([first]);
});

test('before keeps the order, and More refers to earlier rows', async () => {
  const other = await testCtx({ db, site: 'tms' });
  const cy = await asMember(other);
  const made: number[] = [];
  for (let n = 0; n < 5; n++) made.unshift(await makeTrack(cy)); // all at the same time: sorted by id
  const page = async (query: string) =>
    (await client(other).send('GET', `/api/tracks?fields=TrackId&${query}`)).json<Page>();
  expect(await page(`before=${made[4]}&count=2`)).toEqual({
    More: true,
    Results: [{ TrackId: made[2] }, { TrackId: made[3] }],
  });
  expect(await page(`before=${made[2]}&count=2`)).toEqual({
    More: false,
    Results: [{ TrackId: made[0] }, { TrackId: made[1] }],
  });
  expect(await page(`before=${made[0]}&count=2`)).toEqual({ More: false, Results: [] });
});

test('hidden and unlisted tracks are visible to their authors and moderators only', async () => {
  const other = await testCtx({ db, site: 'tmo' });
  const dee = await asMember(other);
  const eve = await asMember(other);
  const fay = await asMember(other);
  const mod = await asMember(other, 4 satisfies Level);
  const open = await makeTrack(dee);
  const hidden = await makeTrack(dee, { isPublic: false });
  const unlisted = await makeTrack(dee, {
    isListed: false,
    coAuthor: { userId: eve.viewer.userId, isPending: true },
  });
  const seen = async (ctx: typeof other) =>
    (await listTracks(ctx, { fields: ['TrackId'] })).Results.map(({ TrackId }) => TrackId);
  expect(await seen(other)).toEqual([open]);
  expect(await seen(fay)).toEqual([open]);
  expect(await seen(eve)).toEqual([unlisted, open]);
  expect(await seen(dee)).toEqual([unlisted, hidden, open]);
  expect(await seen(mod)).toEqual([unlisted, hidden, open]);

  const invitations = await listTracks(eve, { fields: ['HasCoauthorRequest'], id: [unlisted] });
  expect(invitations.Results).toEqual([{ HasCoauthorRequest: true }]);
  const strangers = await listTracks(fay, { fields: ['TrackId'], id: [hidden] });
  expect(strangers).toEqual({ Results: [], More: false });
  // a hidden cursor has no position in an order that would reveal something about the track; neither has one without a track
  for (const after of [hidden, 99_999_999])
    await expect(listTracks(fay, { fields: ['TrackId'], order1: 5, after })).rejects.toMatchObject({
      status: 410,
    });
});

test('pages get rows of exactly the requested type', async () => {
  const id = await makeTrack(ann);
  const { Results } = await listTracks(ann, { fields: ['TrackName', 'Uploader.Name', 'Tags[]'], id: [id] });
  const [row] = Results;
  const name: string | undefined = row?.Uploader.Name;
  const tags: number[] | undefined = row?.Tags;
  expect([name, tags]).toEqual([ann.viewer.name, [7, 3]]);
});
