import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { closeAccount, reopenAccount } from '#features/accounts/leaving/server/closing.ts';
import { eraseDueAccounts } from '#features/accounts/leaving/server/erasing.ts';
import { routes } from '#routes/routes.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { pngOf } from '#testing/pictures.ts';
import { sends } from '#testing/talks.ts';
import { makeMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { asVisitor, type Place, places } from './places.ts';
import { type GoneWorld, makeGoneWorld, texts, word } from './world.ts';

const { db } = await testDb();
const ctx: TestCtx = await testCtx({ db, site: 'tmnf' });
const world: GoneWorld = await makeGoneWorld(ctx);
const accountId = world.leaver.viewer.accountId ?? 0;

/** The places where something of the user can be read. */
async function seenAt(): Promise<string[]> {
  const seen: string[] = [];
  for (const place of places) if (await shows(place)) seen.push(place.name);
  return seen;
}
const shows = async ({ read }: Place) => (await read(world, asVisitor(world))).includes(word);

/** The places where the other user, who is signed in, can read a text of the user. */
async function readAt(): Promise<string[]> {
  const seen: string[] = [];
  for (const { name, read, isShared } of places)
    if (!isShared && texts.test(await read(world, world.other))) seen.push(name);
  return seen;
}

const close = (tracks: 'kept' | 'removed', account_id = accountId) =>
  closeAccount(ctx, app.personalData, {
    account_id,
    by_owner: true,
    reason: '',
    tracks,
    origin: 'http://localhost',
    erase_at: new Date(ctx.clock.now().getTime() + 14 * 86_400_000),
  });

/**
 * Erases as the nightly job does, interrupted after one transaction, then after two, and so on. Each run begins where the one before
 * has left the database.
 */
async function eraseInterrupted(): Promise<void> {
  for (let steps = 1; ; steps++) {
    let left = steps;
    const entries = app.personalData.map((entry) => ({
      ...entry,
      ...(entry.erase && {
        erase: async (...given: Parameters<typeof entry.erase>) => {
          if (left === 0) throw new Error('interrupted');
          left -= 1;
          return (await entry.erase?.(...given)) === true;
        },
      }),
    }));
    const ended = await eraseDueAccounts(ctx, entries).then(
      () => true,
      () => false,
    );
    if (ended) return expect(steps).toBeGreaterThan(5);
  }
}

/** Lists that never contain this user. */
const without = ['/api/achievements', '/api/leaderboards', '/api/tracks/dedimania'];

test('users who block a user read nothing of theirs anywhere, and everything again after unblocking them', async () => {
  const block = async (Block: string) => {
    for (const reader of [world.other, world.subscriber])
      await sends(await Uploader.of(reader), routes.blockUser(world.leaver.viewer.userId), { Block });
  };
  const before = await readAt();
  expect(before).toEqual(
    expect.arrayContaining([
      ...[
        '/api/users',
        '/api/tracks',
        '/api/tracks/comments',
        '/api/tracks/awards',
        '/api/threads',
        '/api/posts',
      ],
      ...['discussion of a track', 'page of the user', 'page of a thread', 'boards', 'daily mail'],
      ...['notices of another user', 'mail sent at once', 'search in messages', 'export of another user'],
    ]),
  );
  await block('true');
  expect(await readAt()).toEqual([]);
  await block('false');
  expect(await readAt()).toEqual(before);
});

test('the texts of a user are visible before closing the account, nowhere after it, at the same places after reopening it, and never after erasing it', async () => {
  const before = await seenAt();
  expect(places.map(({ name }) => name).filter((name) => !before.includes(name))).toEqual(without);

  await close('removed');
  expect(await seenAt(), 'at once, before any job').toEqual([]);
  await ctx.jobs.runAll(ctx);
  expect(await seenAt(), 'closed').toEqual([]);

  await reopenAccount(ctx, app.personalData, accountId, null);
  await ctx.jobs.runAll(ctx);
  expect(await seenAt(), 'reopened').toEqual(before);

  await close('removed');
  await ctx.jobs.runAll(ctx);
  ctx.clock.forward({ days: 14 });
  await eraseInterrupted();
  expect(await seenAt(), 'erased').toEqual([]);
  const { state } = await db
    .selectFrom('account_closing')
    .where('account_id', '=', accountId)
    .select('state')
    .executeTakeFirstOrThrow();
  expect(state).toBe('erased');
});

/** The bytes of a picture of the user, or its status. */
async function pictureOf({ ctx: { viewer } }: Uploader, kind: string): Promise<string> {
  const visitor = await Uploader.of(asVisitor(world));
  const answer = await visitor.ask('GET', `/users/${kind}/${viewer.userId}`);
  return answer.status === 200 ? hash('sha256', answer.body) : String(answer.status);
}

test.each(['kept', 'removed'] as const)(
  'of a user who left, pictures are gone and texts about tracks, too; tracks are %s',
  async (choice) => {
    const who = await Uploader.of(
      seenFrom(ctx, { viewer: { ...(await makeMember(ctx)), isSupporter: true } }),
    );
    const trackId = await makeTrack(who.ctx, { name: 'A track that may stay' });
    await makeReplay(ctx, {
      trackId,
      userId: world.other.viewer.userId,
      timeMs: 50_000,
      at: ctx.clock.now(),
    });
    await db
      .updateTable('track')
      .set({ author_comments: 'Words about it' })
      .where('track_id', '=', trackId)
      .where('site', '=', 'tmnf')
      .execute();
    const form = new FormData();
    form.append('Picture', new File([new Uint8Array(await pngOf(1500, 600, 3))], 'me.png'));
    const kinds = ['avatar', 'avatarmini', 'banner'];
    const drawn = await Promise.all(kinds.map((kind) => pictureOf(who, kind)));
    for (const kind of ['avatar', 'banner']) {
      const copy = new FormData();
      for (const [name, value] of form) copy.append(name, value);
      expect((await who.ask('POST', `/useredit/${kind}`, { form: copy })).status).toBeLessThan(400);
    }
    const uploaded = await Promise.all(kinds.map((kind) => pictureOf(who, kind)));
    expect(kinds.filter((_, at) => uploaded[at] === drawn[at])).toEqual([]);

    await close(choice, who.ctx.viewer.accountId ?? 0);
    await ctx.jobs.runAll(ctx);
    const shown = async () => {
      const fields = 'TrackId,TrackName,AuthorComments,Uploader.Name';
      const list = listAt(app.routes, '/api/tracks');
      const { Results } = await ask(asVisitor(world), list, `id=${trackId}&fields=${fields}`);
      const pictures = await Promise.all(kinds.map((kind) => pictureOf(who, kind)));
      return { Results, pictures: kinds.filter((_, at) => pictures[at] === uploaded[at]) };
    };
    const by = { Name: 'Deleted user' };
    const left = [{ TrackId: trackId, TrackName: 'A track that may stay', AuthorComments: '', Uploader: by }];
    const expected = { Results: choice === 'kept' ? left : [], pictures: [] };
    expect(await shown(), 'closed').toEqual(expected);
    ctx.clock.forward({ days: 14 });
    await eraseDueAccounts(ctx, app.personalData);
    expect(await shown(), 'erased').toEqual(expected);
    const { rows } =
      await sql`select from track where site = 'tmnf' and author_comments = 'Words about it'`.execute(db);
    expect(rows).toEqual([]);
  },
);
