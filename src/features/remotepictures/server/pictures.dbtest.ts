import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { messageHtml, messagesHtml } from '#platform/messages.ts';
import { RemoteRefusal, readOnlyRemote } from '#platform/remote/remote.ts';
import { isShownHost } from '#platform/remote-pictures/fetch.ts';
import { remotePictureJobs } from '#platform/remote-pictures/jobs.ts';
import { seenFrom, type TestCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { bmpOf, measured, pngOf } from '#testing/pictures.ts';
import { img, keyIn, newAddress, pictureScene } from '#testing/remote-pictures.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb();

test('a picture is fetched once after its text was saved, and shown from our copy', async () => {
  const { hosts, requested, save, fetched, html, ctx } = await pictureScene(db);
  const address = newAddress();
  hosts.set(address, await pngOf(2000, 500));
  expect(await html(img(address))).toBe(
    `<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${address}</a>`,
  );
  await save(`${img(address)} again ${img(address)} [code]${img(newAddress())}[/code]`);
  await save(img(address));
  expect(await html(img(address))).toContain(
    'This picture is being fetched</a>: <a href="https://pictures.org/',
  );
  await fetched();
  expect(requested).toEqual([address]);
  const shown = await html(img(address));
  const key = keyIn(shown);
  expect(shown).toContain(
    `<img class="bb-image" src="/remotepicture/${key}" alt="From pictures.org" width="1600" height="400"`,
  );
  expect(await messageHtml(ctx, img(address), { images: false })).not.toContain('img');
  const visitor = await Uploader.of(seenFrom(ctx, {}));
  const answer = await visitor.ask('GET', `/remotepicture/${key}`);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=3600',
  });
  expect(await measured(answer.body)).toMatchObject({ format: 'webp', width: 1600, height: 400 });
});

test('all pictures of a page are read in one query', async () => {
  const { ctx } = await pictureScene(db);
  let queries = 0;
  const counting = ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const texts = Array.from({ length: 20 }, () => img(newAddress()).repeat(3));
  await messagesHtml({ ...ctx, db: counting }, texts, { images: true });
  expect(queries).toBe(1);
});

const frames = Buffer.from(
  '47494638396102000200800000ff00000000ff21f90400640000002c00000000020002000002028c530021f90400640000002c00000000020002000002028c53003b',
  'hex',
);

test.each<[string, () => Promise<Uint8Array>, string | null]>([
  ['png', () => pngOf(30, 20), null],
  [
    'jpeg',
    () =>
      sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
    null,
  ],
  [
    'webp',
    () =>
      sharp({ create: { width: 30, height: 20, channels: 4, background: 'red' } })
        .webp()
        .toBuffer(),
    null,
  ],
  ['bmp', async () => bmpOf(30, 20), null],
  ['an animated gif', async () => frames, null],
  ['one pixel', () => pngOf(1, 1), null],
  [
    'svg',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'type',
  ],
  ['html', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'type'],
  ['nothing', async () => Buffer.alloc(0), 'type'],
  [
    'tiff',
    () =>
      sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
        .tiff()
        .toBuffer(),
    'type',
  ],
  ['half a png', async () => (await pngOf(300, 200)).subarray(0, 150), 'damaged'],
  ['a header with wrong dimensions', async () => withSize(await pngOf(30, 20), 5000, 8000), 'damaged'],
  ['40,000,001 pixels', async () => withSize(await pngOf(30, 20), 40_000_001, 1), 'pixels'],
  ['more than any', async () => withSize(await pngOf(30, 20), 2 ** 31 - 1, 2 ** 31 - 1), 'pixels'],
])('what a host sends as a picture: %s', async (_, bytes, failure) => {
  const { hosts, save, fetched, row } = await pictureScene(db);
  const address = newAddress();
  hosts.set(address, await bytes());
  await save(img(address));
  await fetched();
  expect(await row(address)).toMatchObject({
    state: failure ? 'failed' : 'shown',
    failure,
    next_try_at: null,
  });
});

/** A PNG that claims other dimensions. */
function withSize(png: Buffer, width: number, height: number): Buffer {
  const file = Buffer.from(png);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

test('no byte of the file is served, and nothing is left of its metadata', async () => {
  const { ctx, hosts, save, fetched, row } = await pictureScene(db);
  const address = newAddress();
  const marked = await sharp(await pngOf(40, 40))
    .withExif({ IFD0: { Copyright: 'SECRET-MARK' } })
    .jpeg()
    .toBuffer();
  hosts.set(address, Buffer.concat([marked, Buffer.from('<script>SECRET-MARK</script>')]));
  await save(img(address));
  await fetched();
  const stored = await ctx.files.open((await row(address))?.sha256 ?? '');
  const parts = await stored?.stream().toArray();
  expect(parts?.length).toBeGreaterThan(0);
  expect(Buffer.concat(parts ?? []).includes('SECRET-MARK')).toBe(false);
});

test('a failure is shown with its reason, and retried with growing pauses if it may be temporary', async () => {
  const { ctx, hosts, requested, save, fetched, runDue, html, row } = await pictureScene(db);
  const address = newAddress();
  hosts.set(address, new RemoteRefusal('unreachable', 'Away.', { isTemporary: true }));
  await save(img(address));
  await fetched();
  expect(await html(img(address))).toContain('Picture not shown, because its host cannot be reached</a>: ');
  for (const [minutes, tries] of [
    [9, 1],
    [1, 2],
    [60, 3],
    [6 * 60, 4],
    [24 * 60, 5],
    [30 * 24 * 60 - 1, 5],
    [1, 6],
    [30 * 24 * 60, 7],
  ] as const) {
    ctx.clock.forward({ minutes });
    await runDue();
    expect([minutes, requested.filter((url) => url === address).length]).toEqual([minutes, tries]);
  }
  hosts.set(address, await pngOf(30, 20));
  ctx.clock.forward({ days: 30 });
  await runDue();
  expect(await row(address)).toMatchObject({ state: 'shown', tries: 8, next_try_at: null });
});

test('a picture of a slow host or on a busy machine is not called damaged, and shown later', async () => {
  const { ctx, hosts, save, fetched, runDue, html, row } = await pictureScene(db);
  const address = newAddress();
  hosts.set(address, new RemoteRefusal('slow', 'Slow.', { isTemporary: true }));
  await save(img(address));
  await fetched();
  expect(await html(img(address))).toContain('because its host takes too long to answer</a>: ');
  hosts.set(address, await pngOf(30, 20));
  vi.spyOn(ctx.pictures, 'take').mockRejectedValueOnce(new Problem(503, 'Too many pictures wait.'));
  ctx.clock.forward({ minutes: 10 });
  await runDue();
  expect(await html(img(address))).toContain('because this site had no time to prepare it yet</a>: ');
  ctx.clock.forward({ hours: 1 });
  await runDue();
  expect(await row(address)).toMatchObject({ state: 'shown', failure: null });
});

test('a picture that ends the process each time is not retried for ever', async () => {
  const { ctx, save, runDue, html, row } = await pictureScene(db);
  const address = newAddress();
  await save(img(address));
  const dying: TestCtx = {
    ...ctx,
    remote: readOnlyRemote(() => Promise.reject(new Error('The process ended.'))),
  };
  const due = remotePictureJobs.find(({ name }) => name === 'fetch-due-pictures');
  for (let run = 0; run < 6; run++) {
    await due?.run(dying, 'test', {}).catch(() => {});
    ctx.clock.forward({ days: 2 });
  }
  await runDue();
  expect(await row(address)).toMatchObject({ tries: 5, next_try_at: null });
  expect(await html(img(address))).toContain('because the file is damaged');
});

test('several processes fetch a picture once', async () => {
  const { ctx, hosts, requested, save, runDue } = await pictureScene(db);
  const address = newAddress();
  hosts.set(address, await pngOf(10, 10));
  await save(img(address));
  await Promise.all([ctx.jobs.runAll(ctx), runDue(), runDue()]);
  expect(requested.filter((url) => url === address)).toHaveLength(1);
});

test.each([
  [99, 1, 1],
  [99, 2, 0],
  [100, 1, 0],
])('after %s new pictures of a day, %s more: %s are fetched', async (before, more, fetched) => {
  const { ctx, save } = await pictureScene(db);
  await ctx.limits.consume('remote-picture', { subject: String(ctx.viewer.accountId) }, before);
  await save(Array.from({ length: more }, () => img(newAddress())).join(' '));
  expect(ctx.jobs.waiting).toHaveLength(fetched);
});

test.each<[string, readonly string[] | null, readonly string[], boolean]>([
  ['pictures.org', null, [], true],
  ['pictures.org', null, ['pictures.org'], false],
  ['a.pictures.org', null, ['pictures.org'], false],
  ['notpictures.org', null, ['pictures.org'], true],
  ['pictures.org', ['pictures.org'], [], true],
  ['a.pictures.org', ['pictures.org'], [], true],
  ['other.org', ['pictures.org'], [], false],
  ['a.pictures.org', ['pictures.org'], ['a.pictures.org'], false],
  ['pictures.org', [], [], false],
])('%s with hosts %j and without %j: %s', (host, only, refused, isShown) => {
  expect(isShownHost(host, { only, refused })).toBe(isShown);
});
