import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import { sweepPictures } from '#platform/remote-pictures/sweep.ts';
import { testDb } from '#testing/db.ts';
import { pngOf } from '#testing/pictures.ts';
import { img, keyIn, newAddress, pictureScene } from '#testing/remote-pictures.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb();

test('pictures that no text names are removed after a day, and those of older texts are added', async () => {
  const { ctx, hosts, save, fetched, row } = await pictureScene(db);
  const [inNews, unused, older, blocked] = [newAddress(), newAddress(), newAddress(), newAddress()];
  for (const address of [inNews, unused, older, blocked]) hosts.set(address, await pngOf(20, 20, 7));
  await save([inNews, unused, blocked].map(img).join(' '));
  await fetched();
  await db
    .updateTable('remote_picture')
    .where('site', '=', 'tmnf')
    .where('address', '=', blocked)
    .set({ state: 'blocked', sha256: null, width: null, height: null })
    .execute();
  const ids = { site: 'tmnf', user_id: ctx.viewer.userId, title: 'News', posted_at: ctx.clock.now() };
  await db
    .insertInto('news')
    .values({
      ...ids,
      news_id: 900_001,
      message: `${img(inNews)} [IMG]${older}[/IMG]`,
      updated_at: ctx.clock.now(),
    })
    .execute();
  ctx.clock.forward({ hours: 23 });
  await sweepPictures(ctx);
  expect(await row(unused)).toBeDefined();
  expect(await row(older)).toMatchObject({ state: 'waiting' });
  ctx.clock.forward({ hours: 2 });
  await sweepPictures(ctx);
  expect(await row(unused)).toBeUndefined();
  expect(await row(inNews)).toMatchObject({ state: 'shown' });
  expect(await row(blocked)).toMatchObject({ state: 'blocked' });
});

test('moderators block a picture with a reason, also at other addresses, and unblock it', async () => {
  const { ctx, hosts, save, fetched, html, row } = await pictureScene(db);
  const [address, copy] = [newAddress(), newAddress()];
  for (const at of [address, copy]) hosts.set(at, await pngOf(50, 50, 7));
  await save(img(address));
  await fetched();
  const key = keyIn(await html(img(address)));
  const form = (Act: string, Reason = 'Not ours to show.') => ({
    form: new URLSearchParams({ Act, Reason }),
  });
  const to = `/remotepictureshow/${key}`;
  const member = await Uploader.of(ctx);
  const moderator = await Uploader.of(await asMember(ctx, Level.moderator));
  expect((await member.ask('POST', to, form('block'))).status).toBe(403);
  expect((await moderator.ask('POST', to, form('block', ''))).status).toBe(400);
  expect((await moderator.ask('POST', to, form('fetch'))).status).toBe(409);
  expect((await moderator.ask('POST', `/remotepictureshow/${'x'.repeat(22)}`, form('block'))).status).toBe(
    404,
  );
  expect((await moderator.ask('POST', to, form('block'))).status).toBe(200);
  expect((await moderator.ask('POST', to, form('block'))).status).toBe(409);
  expect(await html(img(address))).toBe(
    `<span class="bb-nopicture"><a href="${to}">Picture not shown, because it was removed by a moderator</a>.</span>`,
  );
  expect((await member.ask('GET', `/remotepicture/${key}`)).status).toBe(404);
  await save(img(copy));
  await fetched();
  expect(await row(copy)).toMatchObject({ state: 'blocked' });

  expect((await moderator.ask('POST', to, form('allow'))).status).toBe(200);
  await fetched();
  // the copy is still blocked, so the same file is
  expect(await row(address)).toMatchObject({ state: 'blocked' });
  const log = await forSite(ctx, 'moderation_act')
    .where('subject_kind', '=', 'remotepicture')
    .select('act')
    .execute();
  expect(log.map(({ act }) => act)).toEqual(['picture.block', 'picture.allow']);
});

test('a picture is reported by those who have its key, and nobody learns of others', async () => {
  const { ctx, hosts, save, fetched, html, row } = await pictureScene(db);
  const address = newAddress();
  hosts.set(address, await pngOf(60, 60, 9));
  await save(img(address));
  await fetched();
  const key = keyIn(await html(img(address)));
  const id = String((await row(address))?.picture_id);
  const reporter = await Uploader.of(ctx);
  const report = async (given: string) =>
    (
      await reporter.ask('POST', '/postcreate', {
        form: new URLSearchParams({
          reportType: '8',
          of: 'remotepicture',
          subjectId: id,
          key: given,
          Reason: 'offensive',
          Text: 'Not for this site.',
        }),
      })
    ).status;
  expect(await report('')).toBe(404);
  expect(await report('x'.repeat(22))).toBe(404);
  expect(await report(key)).toBe(200);
});
