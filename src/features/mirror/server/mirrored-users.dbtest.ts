import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { app } from '#app.ts';
import { closeCopied, reopenCopied } from '#features/accounts/leaving/server/close-copied.ts';
import { settleEverywhere } from '#features/accounts/leaving/server/closing.ts';
import { listsOf } from '#features/dumps/server/make-dumps.ts';
import { publicKeyOf } from '#features/dumps/server/signature.ts';
import { writeDump } from '#features/dumps/server/write-dump.ts';
import { makeCtx } from '#platform/ctx.ts';
import { PoliteClient } from '#platform/remote/polite-client.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import type { TestCtx } from '#testing/ctx.ts';
import { ask } from '#testing/http.ts';
import { copyFrom, expectCopy, mirrorTarget } from '#testing/mirror-copy.ts';
import { type MirrorSource, mirrorSource } from '#testing/mirror-source.ts';
import { pngOf } from '#testing/pictures.ts';
import { smallServer } from '#testing/small-server.ts';
import { DumpClient } from './dump-client.ts';
import { DumpRows } from './dump-rows.ts';
import type { MirrorOptions } from './mirror.ts';

let source: MirrorSource;
beforeAll(async () => {
  source = await mirrorSource();
});
afterAll(() => source.stop());

const run = (ctx: TestCtx, own: Partial<MirrorOptions> = {}) => copyFrom(source, ctx, own);
const expectEqual = (ctx: TestCtx) => expectCopy(source, ctx);

test('a user who leaves the source is nameless here too, with everything that they wrote', async () => {
  const ctx = await mirrorTarget();
  await run(ctx);
  const { ben } = source;
  const left = { keepsTracks: true, origin: source.origin };
  await closeCopied(ben.ctx, app.personalData, ben.userId, left);
  ctx.clock.forward({ days: 1 });
  expect((await run(ctx)).counts.user).toMatchObject({ deleted: 1 });
  const port = await smallServer({ services: ctx, site: ctx.site, routes: app.routes, trustProxy: false });
  const { host } = ctx.site;
  const shown = async (one: number) =>
    Promise.all(
      [
        '/api/users?order1=19&fields=UserId,Name',
        '/api/tracks/comments?order1=1&fields=CommentId,Comment,User.UserId,User.Name',
        '/api/tracks/awards?order1=1&fields=CommentId,User.Name',
        '/api/replays?order1=3&fields=ReplayId,User.UserId,User.Name',
        `/api/tracks?order1=1&fields=TrackId,Uploader.Name`,
      ].map(async (path) => JSON.parse((await ask(one, path, { host })).text).Results),
    );
  const [here, there] = await Promise.all([shown(port), shown(source.port)]);
  expect(here).toEqual(there);
  expect(JSON.stringify(here)).not.toContain(ben.name);
  // again: nothing is left to do
  ctx.clock.forward({ days: 1 });
  expect((await run(ctx)).counts.user).toMatchObject({ deleted: 0 });
  // back at the source
  await reopenCopied(ben.ctx, app.personalData, ben.userId);
  ctx.clock.forward({ days: 1 });
  expect((await run(ctx)).counts.user).toMatchObject({ updated: 1 });
  expect(await shown(port)).toEqual(await shown(source.port));
  expect(JSON.stringify(await shown(port))).toContain(ben.name);
  await settleEverywhere(source.world, app.personalData);
  await settleEverywhere(ctx, app.personalData);
  await expectEqual(ctx);
});

test('pictures of users are copied, replaced and removed', async () => {
  const ctx = await mirrorTarget();
  await run(ctx);
  const { ben, world } = source;
  const port = await smallServer({ services: ctx, site: ctx.site, routes: app.routes, trustProxy: false });
  const faces = async (one: number, where: TestCtx) => {
    const path = `/api/users?id=${ben.userId}&fields=Avatar,Banner`;
    const [row] = JSON.parse((await ask(one, path, { host: where.site.host })).text).Results;
    const types = Object.entries<string | null>(row).map(async ([kind, at]) => {
      const picture = at && (await ask(one, at, { host: where.site.host, headers: { accept: 'image/png' } }));
      return [kind, picture ? picture.headers['content-type'] : null];
    });
    return Object.fromEntries(await Promise.all(types));
  };
  expect(await faces(port, ctx)).toEqual({ Avatar: 'image/jpeg', Banner: null });
  const sizes = await sql<{
    width: number;
  }>`select width from profile_picture where site = 'tmnf' and format = 'jpeg'
    and kind = 'avatar' order by width`.execute(ctx.db);
  expect(sizes.rows.map(({ width }) => width)).toEqual([64, 128, 256]);
  source.sentFiles.length = 0;
  await source.showPicture(ben, '/useredit/avatar', await pngOf(200, 200, 5));
  ctx.clock.forward({ days: 1 });
  const before = (await ctx.db.selectFrom('profile').where('site', '=', 'tmnf').selectAll().execute()).find(
    ({ user_id }) => user_id === ben.userId,
  );
  expect((await run(ctx)).counts.user).toMatchObject({ updated: 1 });
  expect(source.sentFiles).toEqual([routes.avatar(ben.userId)]);
  const after = (await ctx.db.selectFrom('profile').where('site', '=', 'tmnf').selectAll().execute()).find(
    ({ user_id }) => user_id === ben.userId,
  );
  expect(after?.avatar_sha256).not.toBe(before?.avatar_sha256);
  await ben.post('/useredit/avatar', { Remove: 'true' });
  world.clock.forward({ hours: 1 });
  ctx.clock.forward({ days: 1 });
  await run(ctx);
  expect(await faces(port, ctx)).toEqual({ Avatar: null, Banner: null });
  expect(await faces(port, ctx)).toEqual(await faces(source.port, world));
});

test('dumps follow users who leave and come back', async () => {
  const ctx = await mirrorTarget();
  const { world, ben, origin } = source;
  const site = () =>
    new PoliteClient({ origin, perSecond: 10_000, signal: new AbortController().signal, userAgent: 'test' });
  const fromDump = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dump-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeDump(makeCtx(world, world.site, visitor, 'test'), {
      lists: listsOf(app.routes),
      dumpId: 'one',
      async put(name, content) {
        const bytes = await buffer(content);
        await writeFile(join(folder, name), bytes);
        return { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
      },
    });
    const rows = await DumpRows.read(folder, folder, publicKeyOf(world.secrets));
    return run(ctx, { client: new DumpClient(rows, { folder: null, site: site() }) });
  };
  const names = async () =>
    (
      await ctx.db
        .selectFrom('profile')
        .where('site', '=', 'tmnf')
        .orderBy('user_id')
        .select('name')
        .execute()
    ).map(({ name }) => name);
  await fromDump();
  expect(await names()).toContain(ben.name);
  await closeCopied(ben.ctx, app.personalData, ben.userId, { keepsTracks: false, origin });
  ctx.clock.forward({ days: 1 });
  expect((await fromDump()).counts.user).toMatchObject({ deleted: 1 });
  expect(await names()).not.toContain(ben.name);
  await reopenCopied(ben.ctx, app.personalData, ben.userId);
  await settleEverywhere(world, app.personalData);
  ctx.clock.forward({ days: 1 });
  expect((await fromDump()).counts.user).toMatchObject({ updated: 1 });
  expect(await names()).toContain(ben.name);
  await settleEverywhere(ctx, app.personalData);
  await expectEqual(ctx);
});
