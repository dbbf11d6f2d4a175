import { makeExport } from '#features/accounts/server/make-export.ts';
import { discussionOf } from '#features/comments/server/show.ts';
import { latestNotices } from '#features/notices/server/list.ts';
import { packById } from '#features/packs/server/show.ts';
import { userById } from '#features/users/server/show.ts';
import { httpRoutes } from '#http-routes.ts';
import { personalData } from '#personal-data.ts';
import { isListEndpoint } from '#platform/lists/endpoint.ts';
import { visitor } from '#platform/viewer.ts';
import { Client } from '#testing/client.ts';
import { seenFrom } from '#testing/ctx.ts';
import { ask } from '#testing/lists.ts';
import type { GoneWorld } from './world.ts';

/** Where others can read what a user wrote: returns everything shown there. */
export interface Place {
  readonly name: string;
  /** a column that must be covered by personal data before the place is tested */
  readonly needs?: string;
  read(world: GoneWorld): Promise<string>;
}

const asVisitor = (world: GoneWorld) => seenFrom(world.other, { viewer: visitor });

/** Lists that contain the user's texts before the account is closed; every other list must never contain them afterwards. */
const needed: Readonly<Record<string, string>> = {
  '/api/news': 'news.user_id',
  '/api/threads': 'forum_thread.user_id',
  '/api/posts': 'forum_post.user_id',
  '/api/videos': 'video.poster_id',
};

/** Every list of the API, with all its fields. */
const lists: readonly Place[] = Object.entries(httpRoutes).flatMap(([key, endpoint]) => {
  const path = key.replace(/^GET /, '');
  if (!isListEndpoint(endpoint) || !key.startsWith('GET ')) return [];
  const { list } = endpoint;
  const needs = needed[path];
  return [
    {
      name: path,
      ...(needs && { needs }),
      async read(world: GoneWorld) {
        const fields = Object.keys(list.fields).join();
        const query = path === '/api/replays' ? `&trackid=${world.ids.track}` : '';
        return JSON.stringify(await ask(asVisitor(world), list, `fields=${fields}&count=40${query}`));
      },
    },
  ];
});

const get = (path: (ids: GoneWorld['ids'], userId: number) => string) => async (world: GoneWorld) => {
  const client = new Client(asVisitor(world), httpRoutes);
  const answer = await client.send('GET', path(world.ids, world.leaver.viewer.userId), {
    headers: { accept: '*/*' },
  });
  return String(answer.body ?? '');
};

const feeds: readonly Place[] = [
  { name: 'feed of tracks', read: get(() => '/tracksearch.atom') },
  { name: 'feed of trackpacks', read: get(() => '/trackpacksearch.atom') },
  { name: 'feed of a user', read: get((_, userId) => `/usershow/${userId}.atom`) },
  { name: 'feed of a track', read: get(({ track }) => `/trackshow/${track}.atom`) },
  { name: 'feed of videos', needs: 'video.poster_id', read: get(() => '/videosearch.atom') },
  { name: 'feed of news', needs: 'news.user_id', read: get(() => '/news.atom') },
  { name: 'feed of boards', needs: 'forum_post.user_id', read: get(() => '/forumsshow.atom') },
];

const text = (value: unknown) => JSON.stringify(value) ?? '';

const pages: readonly Place[] = [
  {
    name: 'discussion of a track',
    read: async (world) => text(await discussionOf(asVisitor(world), world.ids.track, new URLSearchParams())),
  },
  {
    name: 'page of the user',
    needs: 'profile_picture.user_id',
    read: async (world) => text(await userById(asVisitor(world), world.leaver.viewer.userId)),
  },
  {
    name: 'page of a trackpack',
    read: async (world) => text(await packById(asVisitor(world), world.ids.pack).catch(() => null)),
  },
  {
    name: 'names in messages',
    read: get((_, userId) => `/messagenames?user=${userId}`),
  },
];

const own: readonly Place[] = [
  {
    name: 'notices of another user',
    needs: 'notice.by_user_id',
    read: async (world) => text(await latestNotices(world.other)),
  },
  { name: 'export of another user', read: exportOf },
];

/** Everything in the files of an export of the other user. */
async function exportOf({ other }: GoneWorld): Promise<string> {
  const accountId = other.viewer.accountId ?? 0;
  await other.db.deleteFrom('account_export').where('account_id', '=', accountId).execute();
  const { export_id: exportId } = await other.db
    .insertInto('account_export')
    .values({ account_id: accountId, site: other.site.code, requested_at: other.clock.now(), ready_at: null })
    .returning('export_id')
    .executeTakeFirstOrThrow();
  await makeExport(personalData).run(other, 'test', { exportId });
  const files = await other.db
    .selectFrom('account_export_file')
    .where('export_id', '=', exportId)
    .select(['name', 'sha256'])
    .execute();
  const texts: string[] = [];
  for (const { name, sha256 } of files)
    if (name.endsWith('.json')) {
      const blob = await other.files.open(sha256);
      if (blob) texts.push(Buffer.concat(await blob.stream().toArray()).toString());
    }
  return texts.join('\n');
}

export const places: readonly Place[] = [...lists, ...feeds, ...pages, ...own];
