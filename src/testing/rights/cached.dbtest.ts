import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { editionHtml } from '#features/administration/server/show.ts';
import { featuredTrack } from '#features/home/server/featured.ts';
import { homeCounts } from '#features/home/server/site-counts.ts';
import { undrivenTracks } from '#features/home/server/undriven-tracks.ts';
import { trackSearch } from '#features/tracks/list/search.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { loadList } from '#layouts/lists/load-list.ts';
import { onlyViewHeader } from '#lib/wire/view-header.ts';
import { loadHome } from '#pages/_index/load-home.ts';
import { loadLeaderboards } from '#pages/_leaderboards/load-leaderboards.ts';
import { loadPackPage } from '#pages/trackpackshow/_load-pack-page.ts';
import { loadTrackSearch } from '#pages/tracksearch/_load-track-search.ts';
import { loadTrackPage } from '#pages/trackshow/_load-track-page.ts';
import { loadUserPage } from '#pages/usershow/_load-user-page.ts';
import type { Services } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { isListEndpoint } from '#platform/lists/endpoint.ts';
import type { List } from '#platform/lists/list.ts';
import { readParams } from '#platform/lists/params.ts';
import { readPage } from '#platform/lists/run.ts';
import { Caches } from '#platform/page-cache/caches.ts';
import { samePart } from '#platform/page-cache/same-part.ts';
import { noLimits } from '#platform/rate-limits.ts';
import { routes } from '#routes/routes.ts';
import { pageAddress } from '#server/page-address.ts';
import { startTrackSearch } from '#server/track-search.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { shareOf } from '#testing/shares.ts';
import { asMember } from '#testing/tracks.ts';
import { ask } from './asker.ts';
import { operations, requestOf } from './operations.ts';
import { type Role, roles } from './roles.ts';
import { makeRightsWorld, makeScene, type Scene } from './scene.ts';

const { db, url } = await testDb({ max: 10 });
const ctx = await testCtx({ db, site: 'tmnf' });
const world = await makeRightsWorld(ctx);

/** Two server processes with one database; each has caches and an index of its own. */
async function startProcess(): Promise<Services> {
  const services = {
    ...world.people.visitor,
    limits: noLimits,
    finders: new Map(),
    caches: new Caches({ clock: ctx.clock, sites: ctx.sites.map(({ code }) => code), maxBytes: 100_000_000 }),
  };
  await startTrackSearch(services, [ctx.site], url).loaded;
  while (!services.caches.parts.isOn) await sleep(5);
  return services;
}
const [here, there] = [await startProcess(), await startProcess()];

const lists = Object.values(app.routes).flatMap((endpoint) =>
  isListEndpoint(endpoint) ? [endpoint.list] : [],
);
const fieldsOf = (list: List) => Object.keys(list.fields).join(',');

type Load = (ctx: TestCtx) => Promise<unknown>;
const rowsOf =
  (list: List, query: Record<string, string> = {}): Load =>
  async (at) =>
    (
      await readPage(
        at,
        list,
        readParams(new URLSearchParams({ fields: fieldsOf(list), count: '40', ...query })),
      )
    ).rows;

interface PageRequest {
  readonly url: URL;
  readonly request: Request;
  readonly params: { readonly id: string };
  readonly locals: { readonly ctx: TestCtx; readonly token: string; readonly origin: string };
}

/** The URL of a page; fails the test if a parameter is read without which visitors share the page. */
function readable(path: string, host: string): URL {
  const url = new URL(path, `http://${host}`);
  const { searchParams } = url;
  searchParams.get = (name) => {
    const target = `${url.pathname}?${new URLSearchParams({ [name]: '1' })}`;
    expect(pageAddress(target), 'the address of the cached page').toBe(target);
    return URLSearchParams.prototype.get.call(searchParams, name);
  };
  return url;
}

const pageAt =
  (load: (page: PageRequest) => Promise<unknown>, path: string, id = 0): Load =>
  (at) => {
    const url = readable(path, at.site.host);
    const locals = { ctx: at, token: '', origin: url.origin };
    return load({ url, request: new Request(url), params: { id: `${id}` }, locals });
  };

/** What pages show to visitors, by name. */
const shownTo = (scene: Scene): [string, Load][] => [
  ...lists.map((list): [string, Load] => [list.name, rowsOf(list)]),
  ...lists
    .filter(({ filters }) => 'trackid' in filters)
    .map((list): [string, Load] => [
      `${list.name} of the track`,
      rowsOf(list, { trackid: `${scene.trackId}` }),
    ]),
  ['the front page', pageAt(loadHome, routes.home())],
  ['the page of the track', pageAt(loadTrackPage, routes.trackShow(scene.trackId), scene.trackId)],
  [
    'the page of the track in the pack',
    pageAt(loadTrackPage, `${routes.trackShow(scene.trackId)}?packid=${scene.packId}`, scene.trackId),
  ],
  ['the page of the pack', pageAt(loadPackPage, routes.trackPackShow(scene.packId), scene.packId)],
  ...[world.people.uploader, world.people.stranger].flatMap(({ viewer }): [string, Load][] =>
    viewer.userId > 0
      ? [
          [
            `the page of user ${viewer.userId}`,
            pageAt(loadUserPage, routes.userShow(viewer.userId), viewer.userId),
          ],
        ]
      : [],
  ),
  ['the counts of the front page', homeCounts],
  ['the featured track', featuredTrack],
  ['undriven tracks', undrivenTracks],
  ['the welcome', (at) => editionHtml(at, 'welcome')],
];

const visitorOf = (services: Services): TestCtx => ({ ...world.people.visitor, ...services }) as TestCtx; // made of one
const textOf = async (load: Load, at: TestCtx) => {
  try {
    return JSON.stringify(await load(at));
  } catch (error) {
    if (error instanceof Problem) return `${error.status} ${error.message}`;
    throw error;
  }
};
const cachedText = (name: string, load: Load, services: Services, scene: Scene) =>
  samePart(visitorOf(services), `${name} ${scene.trackId}`, () => textOf(load, visitorOf(services)));
const freshText = (load: Load) =>
  textOf(load, { ...visitorOf(here), caches: undefined } as unknown as TestCtx); // as without a cache

type Texts = ReadonlyMap<string, string>;

/** The fresh answers, by name: they are the same for both processes, and making them takes most of the time of these tests. */
async function freshTexts(scene: Scene): Promise<Texts> {
  const texts = new Map<string, string>();
  for (const [name, load] of shownTo(scene)) texts.set(name, await freshText(load));
  return texts;
}

/** Names of what differs from the fresh answers. */
async function staleIn(services: Services, scene: Scene, fresh: Texts): Promise<string[]> {
  const stale: string[] = [];
  for (const [name, load] of shownTo(scene))
    if ((await cachedText(name, load, services, scene)) !== fresh.get(name)) stale.push(name);
  return stale;
}

/** Somebody who has nothing to do with any of the tracks: their pages are put together from what they share with visitors. */
const onlooker = await asMember(ctx);
const members = { ...world.people, onlooker };

const uploaderId = world.people.uploader.viewer.userId;

/** With its rows, which JSON leaves out. */
const withRows = <First extends { readonly page: { readonly rows: readonly unknown[] } }>(first: First) => ({
  ...first,
  rows: first.page.rows,
});
const everything = { title: 'Tracks', scope: {}, needsAccount: false };
const search = pageAt(
  async ({ url, locals }) => withRows(await loadTrackSearch(locals.ctx, url, everything)),
  routes.trackSearch(),
);
const leaderboards = pageAt(async ({ url, locals: { ctx: at } }) => {
  const { first, ...page } = await loadLeaderboards(at, url);
  return { ...page, first: withRows(first) };
}, routes.leaderboards());

/** The pages of a member that have such parts, by name; of those who have something on the track, those that show it. */
const memberPages = (scene: Scene, member: keyof typeof members): [string, Load][] => {
  const ofScene: [string, Load][] = [
    ['the page of the track', pageAt(loadTrackPage, routes.trackShow(scene.trackId), scene.trackId)],
    ['the page of the pack', pageAt(loadPackPage, routes.trackPackShow(scene.packId), scene.packId)],
    ['the search', search],
  ];
  if (member !== 'onlooker') return ofScene;
  return [
    ...ofScene,
    ['the front page', pageAt(loadHome, routes.home())],
    ['the leaderboards', leaderboards],
    ['the page of its uploader', pageAt(loadUserPage, routes.userShow(uploaderId), uploaderId)],
  ];
};

const memberOf = (member: keyof typeof members, services: Partial<Services>): TestCtx =>
  ({ ...members[member], ...services, viewer: members[member].viewer }) as TestCtx; // made of one

/** The pages of members, by member and name. */
async function textsOfMembers(scene: Scene, services: Partial<Services>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const member of ['onlooker', 'stranger', 'uploader'] as const)
    for (const [name, load] of memberPages(scene, member))
      texts[`${member}: ${name}`] = await textOf(load, memberOf(member, services));
  return texts;
}
const freshOfMembers = (scene: Scene) => textsOfMembers(scene, { ...here, caches: undefined as never }); // as without a cache

async function fillCaches(services: Services, scene: Scene): Promise<void> {
  for (const [name, load] of shownTo(scene)) await cachedText(name, load, services, scene);
  await textsOfMembers(scene, services);
}

/** By one address each: the others run the same action. */
const writes = operations.flatMap((operation) => {
  const role: Role | undefined = roles.filter((_, at) => operation.expected.public[at] === '.').at(1);
  const route = operation.routes.find((one) => !one.startsWith('GET'));
  return role && route ? [{ operation, route, role }] : [];
});
const others = {
  packOwner: world.people['pack manager'],
  fan: world.people.moderator,
  poster: world.people.stranger,
};
let scenes = 0;

test('a script that turns the pages of one list leaves nothing behind for others', async () => {
  const home = (at: TestCtx, headers: Record<string, string>) => {
    const url = new URL(routes.home(), `http://${at.site.host}`);
    return loadHome({ url, request: new Request(url, { headers }), locals: { ctx: at } });
  };
  const turned = await home(visitorOf(here), { [onlyViewHeader]: 'trackstiles' });
  expect(turned.awards.view.rows).toEqual([]);
  const seen = await home(visitorOf(here), {});
  expect(seen.awards.view.rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(seen)).toBe(JSON.stringify(await home(visitorOf(there), {})));
});

test('every page of these is found in the cache when it is asked for again', async () => {
  const scene = await makeScene(world.people, others, 'public', 'again', { released_at: ctx.clock.now() });
  const pages = shownTo(scene).filter(([name]) => /^the (front )?page/.test(name));
  expect(pages.length).toBeGreaterThan(4);
  const madeAgain = async () => {
    const made: string[] = [];
    for (const [name, load] of pages) {
      const own = `again ${name}`;
      await cachedText(own, load, here, scene);
      const noted: Load = (at) => {
        made.push(name);
        return load(at);
      };
      await cachedText(own, noted, here, scene);
    }
    return made;
  };
  // changes by the scene may still arrive
  await expect.poll(madeAgain, { timeout: 60_000 }).toEqual([]);
});

test.each(shareOf(writes, 12))(
  'after $operation.name by $route, cached and fresh answers are the same in both processes',
  async ({ operation, route, role }) => {
    const scene = await makeScene(world.people, others, 'public', `cached${++scenes}`, {
      released_at: ctx.clock.now(),
    });
    await here.finders.get('tracks')?.catchUp();
    await there.finders.get('tracks')?.catchUp();
    await fillCaches(here, scene);
    await fillCaches(there, scene);
    const before = here.caches?.parts.hits ?? 0;
    await fillCaches(here, scene);
    expect((here.caches?.parts.hits ?? 0) - before, 'parts that are cached').toBeGreaterThan(20);

    const writer = { ...world.people[role], ...here, viewer: world.people[role].viewer } as TestCtx; // of a TestCtx
    const { status, text } = await ask(writer, requestOf(operation, route, scene, world.nextFile));
    expect(status, text).toBeLessThan(400);
    const changed = await freshTexts(scene);
    expect(await staleIn(here, scene, changed)).toEqual([]);
    const ofMembers = await freshOfMembers(scene);
    expect(await textsOfMembers(scene, here)).toEqual(ofMembers);
    // the other process follows; the clock does not run, so that nothing ends by itself
    await expect.poll(() => staleIn(there, scene, changed), { timeout: 60_000 }).toEqual([]);
    await expect.poll(() => textsOfMembers(scene, there), { timeout: 60_000 }).toEqual(ofMembers);
  },
);

/** What a page shows, without the addresses of other pages of its lists, which contain the parameters of this one. */
const shownBy = (page: unknown) =>
  JSON.stringify(page, (key, value) =>
    ['shared', 'links', 'sorting', 'numbers'].includes(key) ? undefined : value,
  );

/** Each page twice: from parts that members share with visitors, and as it is loaded for a member alone. */
const bothWays = (scene: Scene): [name: string, shared: Load, alone: Load][] => [
  ...(
    [
      ['track', loadTrackPage, routes.trackShow(scene.trackId), scene.trackId],
      ['pack', loadPackPage, routes.trackPackShow(scene.packId), scene.packId],
    ] as const
  ).map(([name, load, path, id]): [string, Load, Load] => [
    name,
    pageAt(load, path, id),
    pageAt(load, `${path}?done=nothing`, id),
  ]),
  [
    'search',
    search,
    async (at) => {
      const url = new URL(routes.trackSearch(), `http://${at.site.host}`);
      return withRows(await loadList(at, trackList, trackSearch(at.site), url));
    },
  ],
];

test('a member’s page from shared parts is the page that is loaded for this member alone', async () => {
  const scene = await makeScene(world.people, others, 'public', 'whole', { released_at: ctx.clock.now() });
  const [{ stranger }, user_id] = [world.people, onlooker.viewer.userId];
  await makeReplay(stranger, {
    trackId: scene.trackId,
    userId: stranger.viewer.userId,
    timeMs: 45_000,
    position: 1,
  });
  await db
    .insertInto('play_later')
    .values({ site: 'tmnf', user_id, track_id: scene.trackId, added_at: ctx.clock.now(), position: 1 })
    .execute();
  await here.finders.get('tracks')?.catchUp();
  const shared: string[] = [];
  for (const member of ['onlooker', ...roles.slice(1)] as (keyof typeof members)[]) {
    const at = memberOf(member, here);
    for (const [name, load, loadAlone] of bothWays(scene)) {
      const [seen, alone] = [await load(at), await loadAlone(at)];
      expect(shownBy(seen), `${name} for ${member}`).toBe(shownBy(alone));
      if ((seen as { shared?: object | null }).shared) shared.push(`${name} for ${member}`); // of the pages
    }
  }
  expect(shared, 'members who see what visitors see').toEqual([
    'track for onlooker',
    'pack for onlooker',
    'pack for stranger',
  ]);
});

/** Changes of single rows and counters that no operation above makes, each with what shows it. */
const changes: [string, (scene: Scene) => Promise<unknown>][] = [
  [
    'the name of a pack',
    ({ packId }) =>
      db
        .updateTable('pack')
        .set({ name: 'Renamed', name_folded: 'renamed' })
        .where('site', '=', 'tmnf')
        .where('pack_id', '=', packId)
        .execute(),
  ],
  [
    'a counter of a pack',
    ({ packId }) =>
      db
        .updateTable('pack')
        .set({ downloads: 77, pack_value: 123 })
        .where('site', '=', 'tmnf')
        .where('pack_id', '=', packId)
        .execute(),
  ],
  ...(['user_comments', 'awards_received', 'custom_title'] as const).map(
    (column): [string, () => Promise<unknown>] => [
      `${column} of a user`,
      () =>
        db
          .updateTable('profile')
          .set({ [column]: column === 'awards_received' ? 4321 : 'Something new' })
          .where('site', '=', 'tmnf')
          .where('user_id', '=', world.people.uploader.viewer.userId)
          .execute(),
    ],
  ),
];

test.each(changes)('after a change of %s, cached and fresh answers are the same', async (_, change) => {
  const scene = await makeScene(world.people, others, 'public', `cached${++scenes}`, {
    released_at: ctx.clock.now(),
  });
  const shown = await freshTexts(scene);
  await expect.poll(() => staleIn(here, scene, shown), { timeout: 60_000 }).toEqual([]);
  const pages = shownTo(scene).filter(([name]) => /page of the pack|page of user/.test(name));
  const before = await Promise.all(pages.map(([, load]) => freshText(load)));
  await change(scene);
  const after = await Promise.all(pages.map(([, load]) => freshText(load)));
  expect(after, 'what a page shows').not.toEqual(before);
  const changed = await freshTexts(scene);
  await expect.poll(() => staleIn(here, scene, changed), { timeout: 20_000 }).toEqual([]);
});
