import { app } from '#app.ts';
import { makeExport } from '#features/accounts/export/server/make-export.ts';
import { discussionOf } from '#features/comments/server/show.ts';
import { shownBoards } from '#features/forum/server/boards.ts';
import { postsOnPageOf } from '#features/forum/server/repo.ts';
import { sharedThreads } from '#features/forum/server/shared-threads.ts';
import { ownConversations } from '#features/messages/server/list.ts';
import { findMessages } from '#features/messages/server/search.ts';
import { conversationPage } from '#features/messages/server/show.ts';
import { latestNotices } from '#features/notices/server/list.ts';
import { mailOf } from '#features/notices/server/mail.ts';
import { packById } from '#features/packs/server/read-pack.ts';
import { userById } from '#features/users/page/server/show.ts';
import { isListEndpoint } from '#platform/lists/endpoint.ts';
import { visitor } from '#platform/viewer.ts';
import { Client } from '#testing/client.ts';
import { seenFrom, type TestCtx } from '#testing/ctx.ts';
import { ask } from '#testing/lists.ts';
import { type GoneWorld, sharedBoard } from './world.ts';

/** Where others can read what a user wrote: returns everything shown there. */
export interface Place {
  readonly name: string;
  /** the same for every viewer */
  readonly isShared?: true;
  /** everything shown there to this viewer, if the place is not the other user's own */
  read(world: GoneWorld, viewer: TestCtx): Promise<string>;
}

export const asVisitor = ({ other }: GoneWorld): TestCtx => seenFrom(other, { viewer: visitor });

/** Every list of the API, with all its fields. */
const lists: readonly Place[] = Object.entries(app.routes).flatMap(([key, endpoint]) => {
  const path = key.replace(/^GET /, '');
  if (!isListEndpoint(endpoint) || !key.startsWith('GET ')) return [];
  const { list } = endpoint;
  return [
    {
      name: path,
      async read({ ids }: GoneWorld, viewer: TestCtx) {
        const fields = Object.keys(list.fields).join();
        const query = path === '/api/replays' ? `&trackid=${ids.track}` : '';
        return JSON.stringify(await ask(viewer, list, `fields=${fields}&count=40${query}`));
      },
    },
  ];
});

const get =
  (path: (ids: GoneWorld['ids'], userId: number) => string) =>
  async ({ ids, leaver }: GoneWorld, viewer: TestCtx) => {
    const answer = await new Client(viewer, app.routes).send('GET', path(ids, leaver.viewer.userId), {
      headers: { accept: '*/*' },
    });
    return String(answer.body ?? '');
  };

const feed = { isShared: true } as const;
const feeds: readonly Place[] = [
  { ...feed, name: 'feed of tracks', read: get(() => '/tracksearch.atom') },
  { ...feed, name: 'feed of trackpacks', read: get(() => '/trackpacksearch.atom') },
  { ...feed, name: 'feed of a user', read: get((_, userId) => `/usershow/${userId}.atom`) },
  { ...feed, name: 'feed of a track', read: get(({ track }) => `/trackshow/${track}.atom`) },
  { ...feed, name: 'feed of videos', read: get(() => '/videosearch.atom') },
  { ...feed, name: 'feed of news', read: get(() => '/news.atom') },
  { ...feed, name: 'feed of boards', read: get(() => '/forumsshow.atom') },
];

const text = (value: unknown) => JSON.stringify(value) ?? '';

const pages: readonly Place[] = [
  {
    name: 'discussion of a track',
    read: async ({ ids }, viewer) => text(await discussionOf(viewer, ids.track, new URLSearchParams())),
  },
  {
    name: 'page of the user',
    read: async ({ leaver }, viewer) => text(await userById(viewer, leaver.viewer.userId)),
  },
  {
    name: 'page of a trackpack',
    read: async ({ ids }, viewer) => text(await packById(viewer, ids.pack).catch(() => null)),
  },
  {
    name: 'names in messages',
    read: get((_, userId) => `/messagenames?user=${userId}`),
  },
  {
    name: 'page of a thread',
    read: async ({ ids }, viewer) => text(await postsOnPageOf(viewer, ids.thread, 1)),
  },
  { name: 'boards', read: async (_, viewer) => text(await shownBoards(viewer)) },
  {
    name: 'threads of a board of all editions',
    read: async (_, viewer) => text(await sharedThreads(viewer, sharedBoard, new URLSearchParams())),
  },
];

const own: readonly Place[] = [
  {
    name: 'notices of another user',
    read: async ({ other }) => text(await latestNotices(other)),
  },
  { name: 'mail sent at once', read: ({ other, ids }) => mailTo(other, ids.mailAtOnce) },
  { name: 'daily mail', read: ({ subscriber, ids }) => mailTo(subscriber, ids.dailyMail) },
  {
    name: 'conversation with another user',
    read: async ({ other, ids }) =>
      text(
        await conversationPage(other, String(ids.conversation), new URLSearchParams()).then(
          ({ messages }) => messages,
        ),
      ),
  },
  {
    name: 'conversations of another user',
    read: async ({ other }) => text(await ownConversations(other, 'inbox', new URLSearchParams())),
  },
  {
    name: 'search in messages',
    read: async ({ other }) => text(await findMessages(other, 'Mail', new URLSearchParams())),
  },
  { name: 'export of another user', read: exportOf },
];

/** A mail as it would be sent now. */
async function mailTo(ctx: TestCtx, mailId: number): Promise<string> {
  const row = await ctx.db
    .selectFrom('notice_outbox')
    .where('site', '=', ctx.site.code)
    .where('mail_id', '=', mailId)
    .select(['mail_id', 'user_id', 'delivery'])
    .executeTakeFirst();
  return row ? text(await mailOf(ctx, row)) : '';
}

/** Everything in the files of an export of the other user. */
async function exportOf({ other }: GoneWorld): Promise<string> {
  const accountId = other.viewer.accountId ?? 0;
  await other.db.deleteFrom('account_export').where('account_id', '=', accountId).execute();
  const { export_id: exportId } = await other.db
    .insertInto('account_export')
    .values({ account_id: accountId, site: other.site.code, requested_at: other.clock.now(), ready_at: null })
    .returning('export_id')
    .executeTakeFirstOrThrow();
  await makeExport(() => app.personalData).run(other, 'test', { exportId });
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
