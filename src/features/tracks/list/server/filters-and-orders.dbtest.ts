import { describe, expect, test } from 'vitest';
import { app } from '#app.ts';
import { endSecrets } from '#features/replays/secret/server/end-secrets.ts';
import { Level } from '#lib/codes/level.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeTrackWorld } from '#testing/track-world.ts';
import { followedRanges, trackRanges } from '../ranges.ts';
import { rangeFilters } from './filter-kinds.ts';
import { trackFilterNames } from './filters.ts';
import { type TrackOrderName, trackOrders } from './orders.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const { people, tracks, seenBy, ...made } = await makeTrackWorld(world);
const dee = seenBy(people.dee);
const nameOf = new Map(Object.entries(tracks).map(([name, id]) => [id, name]));

const list = listAt(app.routes, '/api/tracks');
const rows = async (query: string, ctx: TestCtx = dee) => (await ask(ctx, list, query)).Results;
/** Names of the tracks found, in the order they come. */
const found = async (query: string, ctx: TestCtx = dee) =>
  (await rows(`fields=TrackId&${query}`, ctx)).map(({ TrackId }) => nameOf.get(Number(TrackId))).join(' ');

/** What Dee finds, the newest first; all she may see are hidden, beta, stunt, speed, dirt. */
const cases: readonly (readonly [query: string, names: string])[] = [
  ['', 'hidden beta stunt speed dirt'],
  [`id=${tracks.dirt},${tracks.beta},99999`, 'beta dirt'],
  ['uid=UidOfSpeed,UidOfDirt,Nothing', 'speed dirt'],
  ['name=DIRT', 'hidden speed dirt'],
  ['name=%C3%ADrt%20100%25', 'dirt'],
  ['name=t_a', 'stunt'],
  ['name=%25', 'dirt'],
  [`name=${tracks.beta}`, 'beta'],
  ['author=ann', 'speed dirt'],
  ['author=b%C3%B8B', 'stunt dirt'],
  ['author=cy', 'beta'],
  [`author=${people.bob.userId}`, 'stunt dirt'],
  ['author=an', ''],
  [`authoruserid=${people.bob.userId}`, 'stunt dirt'],
  [`authoruserid=${people.bob.userId},${people.cy.userId}`, 'beta stunt dirt'],
  ['awardedby=Bøb', 'speed dirt'],
  [`awardedby=${people.dee.userId}`, ''],
  ['commentedby=dee', 'stunt speed'],
  ['replaysby=dee', 'speed dirt'],
  [`replaysby=${people.cy.userId}&inreplays=1`, 'stunt'],
  ['replaysby=cy&inreplays=0', 'hidden beta speed dirt'],
  [`videoid=${made.video}`, 'dirt'],
  [`packid=${made.pack}`, 'stunt dirt'],
  [`packid=${made.pack}&status=0`, ''],
  [`packid=${made.pack}&status=0,1`, 'stunt dirt'],
  [`packid=${made.keptList}`, ''],
  ['status=1', 'hidden beta stunt speed dirt'],
  ['tag=3', 'stunt dirt'],
  ['tag=3,5', 'stunt speed dirt'],
  ['tag=offroad,Fullspeed', 'stunt speed dirt'],
  ['tag=99', ''],
  ['tag=99&taginclusive=1', ''],
  ['tag=Unknown', ''],
  ['etag=Normal,offROAD', 'hidden speed'],
  ['tag=3&tag=1', 'stunt dirt'],
  ['tag=3,1&taginclusive=true', 'stunt'],
  ['tag=3,1&taginclusive=0', 'stunt dirt'],
  ['taginclusive=1', 'hidden beta stunt speed dirt'],
  ['etag=3,0', 'hidden speed'],
  ['tag=3&etag=1', 'dirt'],
  ['primarytype=3', 'stunt'],
  ['primarytype=laps', 'speed'],
  ['lbtype=1,4', 'beta speed'],
  ['uploadedafter=2026-01-03', 'hidden beta stunt'],
  ['uploadedbefore=01/02/2026 00:00:00 %2B00:00', 'speed dirt'],
  ['authortimemin=40000&authortimemax=60000', 'hidden beta stunt speed'],
  ['lengthmin=60000&length=60000...', 'stunt'],
  ['lengthmax=20000', 'dirt'],
  ['valuemin=50&valuemax=89', 'speed'],
  ['environment=0', 'stunt'],
  ['environment=snow,STADIUM', 'hidden beta stunt speed dirt'],
  // the edition has a single environment, for which tools send each of these
  ['environment=7', 'hidden beta speed dirt'],
  ['environment=1', 'hidden beta speed dirt'],
  ['vehicle=7', 'hidden beta stunt speed dirt'],
  ['environment=8', ''],
  ['environment=Unknown', ''],
  ['vehicle=6', 'hidden beta stunt speed dirt'],
  ['vehicle=SnowCar', ''],
  ['mood=4', ''],
  ['mood=99999999999', ''],
  ['mood=0,3,9', 'beta dirt'],
  ['mood=0,3', 'beta dirt'],
  ['mood=Sunset', 'stunt'],
  ['difficulty=2', 'stunt'],
  ['difficulty=beginner,lunatic', 'beta dirt'],
  ['routes=1,2', 'stunt speed'],
  ['routes=multi,Symmetric', 'stunt speed'],
  ['unlimiterver=7', 'stunt'],
  ['unlimiterver=0', 'hidden beta stunt speed dirt'],
  ['unlimiterver=1', ''],
  ['antispam=1', 'beta stunt speed'],
  ['antispam=2', 'dirt'],
  ['awardedlately=1', 'stunt'],
  ['awardedlately=2', 'stunt'],
  [`achievement=${made.achievement}`, 'speed'],
  ['featured=1', 'speed'],
  ['inplaylater=1', 'stunt'],
  ['inplaylater=0', 'hidden beta speed dirt'],
  ['inplaylater=1&sharedlist=shared', 'hidden stunt speed'],
  ['infavorite=1', 'beta'],
  ['infavorite=0', 'hidden stunt speed dirt'],
  ['indownloads=1', 'beta dirt'],
  ['indownloads=0', 'hidden stunt speed'],
  ['inreplays=1', 'speed dirt'],
  ['inreplays=0', 'hidden beta stunt'],
  ['infeatured=1', 'speed'],
  ['infeatured=0', 'hidden beta stunt dirt'],
  ['inbeta=1', 'beta'],
  ['inbeta=0', 'hidden stunt speed dirt'],
  ['incollaborative=1', 'dirt'],
  ['incollaborative=0', 'hidden beta stunt speed'],
  // the record of speed is secret, even for its driver: see the last test
  ['inauthortimebeaten=1', ''],
  ['inauthortimebeaten=0', 'hidden beta stunt speed dirt'],
  ['inhasrecord=1', 'speed'],
  ['inhasrecord=0', 'hidden beta stunt dirt'],
  ['inunlimiter=1', 'stunt'],
  ['inunlimiter=0', 'hidden beta speed dirt'],
  ['insupporter=1', 'beta'],
  ['insupporter=0', 'hidden stunt speed dirt'],
  ['inenvmix=1', 'stunt'],
  ['inenvmix=0', 'hidden beta speed dirt'],
  ['inlatestauthor=1', 'beta stunt speed'],
  ['inlatestauthor=0', 'hidden dirt'],
  ['inlatestawardedauthor=1', 'dirt'],
  ['inlatestawardedauthor=0', 'hidden beta stunt speed'],
  ['inscreenshot=1', 'dirt'],
  ['inscreenshot=0', 'hidden beta stunt speed'],
];

test.each(cases)('%s finds: %s', async (query, names) => {
  expect(await found(query)).toBe(names);
});

test('every filter is tried, and every order has both directions below', () => {
  // ranges.dbtest.ts
  const ofRanges = Object.keys(rangeFilters({ ...trackRanges, ...followedRanges }));
  const tried = new Set([...cases.flatMap(([query]) => [...new URLSearchParams(query).keys()]), ...ofRanges]);
  expect(trackFilterNames.filter((name) => !tried.has(name))).toEqual([]);
  expect(ordered.map(([by]) => by)).toEqual(Object.keys(trackOrders));
});

/** Ascending, then descending; where two are equal the number decides, and what has no key comes last. */
const ordered: readonly (readonly [by: TrackOrderName, up: string, down: string, query?: string])[] = [
  ['uploaded', 'dirt speed stunt beta hidden', 'hidden beta stunt speed dirt'],
  ['updated', 'speed stunt beta hidden dirt', 'dirt hidden beta stunt speed'],
  ['awards', 'speed stunt beta hidden dirt', 'dirt hidden beta stunt speed'],
  ['comments', 'dirt stunt beta hidden speed', 'speed hidden beta stunt dirt'],
  ['activity', 'dirt speed stunt beta hidden', 'hidden beta stunt speed dirt'],
  ['name', 'beta dirt hidden speed stunt', 'stunt speed hidden dirt beta'],
  ['uploaderName', 'dirt speed stunt beta hidden', 'hidden beta stunt speed dirt'],
  ['difficulty', 'dirt speed hidden stunt beta', 'beta stunt hidden speed dirt'],
  ['downloads', 'dirt speed beta hidden stunt', 'stunt hidden beta speed dirt'],
  ['value', 'beta hidden dirt speed stunt', 'stunt speed dirt hidden beta'],
  ['awardsThisWeek', 'dirt speed beta hidden stunt', 'stunt hidden beta speed dirt'],
  ['awardsThisMonth', 'dirt speed beta hidden stunt', 'stunt hidden beta speed dirt'],
  ['lastAwarded', 'speed dirt stunt beta hidden', 'dirt speed hidden beta stunt'],
  ['recordSet', 'speed dirt stunt beta hidden', 'speed hidden beta stunt dirt'],
  ['userRecordSet', 'speed dirt stunt beta hidden', 'dirt speed hidden beta stunt'],
  ['awardedByUser', 'speed dirt', 'dirt speed', 'awardedby=Bøb'],
  ['downloadedByViewer', 'dirt beta speed stunt hidden', 'beta dirt hidden stunt speed'],
  ['commentedByUser', 'speed stunt dirt beta hidden', 'stunt speed hidden beta dirt'],
  ['userPosition', 'speed dirt stunt beta hidden', 'dirt speed hidden beta stunt'],
  ['length', 'dirt speed beta hidden stunt', 'stunt hidden beta speed dirt'],
  // without the secret record of speed
  ['recordTime', 'dirt speed stunt beta hidden', 'hidden beta stunt speed dirt'],
  ['userTime', 'dirt speed stunt beta hidden', 'dirt hidden beta stunt speed'],
  ['packPosition', 'dirt stunt', 'stunt dirt', `packid=${made.pack}`],
  ['queuePosition', 'hidden speed stunt', 'stunt speed hidden', 'inplaylater=1&sharedlist=shared'],
];

test.each(ordered.map(([by, up, down, query = '']) => ({ by, up, down, query })))(
  'order $by',
  async ({ by, up, down, query }) => {
    const [ascending, descending] = trackOrders[by].codes;
    expect(await found(`${query}&order1=${ascending}`)).toBe(up);
    expect(await found(`${query}&order1=${descending}`)).toBe(down);
  },
);

test('by relevance the whole name comes first, then names that begin with it', async () => {
  expect(await found('name=dirt&order1=relevance')).toBe('dirt hidden speed');
  expect(await found('name=beta&order1=relevance')).toBe('beta');
  expect(await found('order1=relevance'), 'without a name: the usual order').toBe(await found(''));
});

test('a second order decides among equals', async () => {
  expect(await found('order1=5&order2=2')).toBe('hidden beta stunt speed dirt');
  expect(await found('order1=6&order2=1')).toBe('dirt speed stunt beta hidden');
});

describe('fields that depend on the request', () => {
  const of = async (query: string, ctx = dee) => (await rows(query, ctx))[0];

  test('the position in the requested pack', async () => {
    const fields = 'fields=PackId,Position,Status';
    expect(await of(`id=${tracks.stunt}&packid=${made.pack}&${fields}`)).toEqual({
      PackId: made.pack,
      Position: 2,
      Status: 1,
    });
    expect(await of(`id=${tracks.stunt}&${fields}`)).toEqual({ PackId: null, Position: null, Status: null });
    const cy = seenBy(people.cy);
    expect(await of(`packid=${made.pack}&status=0&${fields}`, cy), "an author's own submission").toEqual({
      PackId: made.pack,
      Position: null,
      Status: 0,
    });
  });

  test('what its managers and moderators see of a pack', async () => {
    expect(await found(`packid=${made.keptList}`, seenBy(people.cy))).toBe('speed');
    expect(await found(`packid=${made.keptList}`, seenBy(people.ann))).toBe('speed');
    expect(await found(`packid=${made.pack}&status=0`, seenBy(people.ann))).toBe('beta');
    expect(await found(`packid=${made.keptList}`, seenBy(people.bob, Level.moderator))).toBe('speed');
    expect(await found(`packid=${made.keptList}`, seenFrom(world, { viewer: visitor }))).toBe('');
  });

  test('records: secret times are hidden from all but the driver, authors and moderators', async () => {
    const query = `id=${tracks.speed}&fields=WRReplay,UserReplay`;
    const ReplayAt = '2026-01-07T00:00:00.000';
    const shown = { ReplayId: made.record, ReplayTime: 39_000, ReplayScore: 0, ReplayAt };
    const User = { UserId: people.dee.userId, Name: 'Dee' };
    expect(await of(query)).toEqual({ WRReplay: { ...shown, User }, UserReplay: shown });
    expect(await of(query, seenBy(people.ann))).toEqual({ WRReplay: { ...shown, User }, UserReplay: null });
    const none = { WRReplay: null, UserReplay: null };
    expect(await of(query, seenBy(people.cy)), 'an invitation is not enough').toEqual(none);
    const marked = await of(`${query},WRReplay.IsSecret`, seenBy(people.cy));
    expect(marked.WRReplay).toEqual({ ...shown, ReplayTime: 0, User, IsSecret: true });
    const visiting = await of(`${query}&replaysby=dee`, seenFrom(world, { viewer: visitor }));
    expect(visiting).toEqual(none);
    const byModerator = await of(query, seenBy(people.bob, Level.moderator));
    expect(byModerator).toEqual({ WRReplay: { ...shown, User }, UserReplay: null });
  });

  test('pictures, features, videos, the Play Later list', async () => {
    expect(
      await of(`id=${tracks.dirt}&fields=Images,HasImages,HasScreenshot,Videos,InBookmarks,Feature`),
    ).toEqual({
      Images: [{ Width: 1280, Height: 720, HasHighQuality: false }],
      HasImages: true,
      HasScreenshot: true,
      Videos: 1,
      InBookmarks: false,
      Feature: null,
    });
    expect(await of(`id=${tracks.stunt}&fields=InBookmarks,Images,TimeStampAt`)).toEqual({
      InBookmarks: true,
      Images: null,
      TimeStampAt: null,
    });
    const ofShared = await of(`sharedlist=shared&id=${tracks.speed}&fields=InBookmarks`);
    expect(ofShared?.InBookmarks).toBe(false);
    expect(await of(`videoid=${made.video}&fields=TimeStampAt`)).toEqual({ TimeStampAt: 42 });
    expect(await of(`id=${tracks.speed}&fields=Feature.Comment`)).toEqual({
      Feature: { Comment: 'see this' },
    });
  });
});

test.each([
  ['mood=dusk', 'mood'],
  ['environment=moon', 'environment'],
  ['primarytype=1,2', 'primarytype'],
  ['primarytype=1&primarytype=2', 'primarytype'],
  ['antispam=3', 'antispam'],
  ['inbeta=maybe', 'inbeta'],
  ['uploadedafter=2026-02-30', 'uploadedafter'],
  ['authortimemin=1s', 'authortimemin'],
  ['tag=fast', 'tag'],
  [`name=${'x'.repeat(201)}`, 'name'],
])('%s is a Problem that names it', async (query, field) => {
  await expect(rows(query)).rejects.toMatchObject({ status: 400, body: { field } });
});

test('a secret result bounds nothing: neither orders nor filters know it until a job removes the passed date', async () => {
  const known = async () => [
    await found('inauthortimebeaten=1'),
    await found(`order1=${trackOrders.recordTime.codes[0]}&count=1`),
    await found(`replaysby=dee&order1=${trackOrders.userTime.codes[1]}`),
  ];
  const { AuthorBeaten } = (await rows(`id=${tracks.speed}&fields=AuthorBeaten`))[0] ?? {};
  expect(AuthorBeaten).toBe(false);
  expect(await known()).toEqual(['', 'dirt', 'dirt speed']);
  await endSecrets.run(world, 'test', {});
  expect(await known(), 'the date has not passed').toEqual(['', 'dirt', 'dirt speed']);
  world.clock.forward({ days: 500 });
  await endSecrets.run(world, 'test', {});
  expect(await known()).toEqual(['speed', 'speed', 'speed dirt']);
});
