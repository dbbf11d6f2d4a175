import { expect, test } from 'vitest';
import { postAt } from '#features/forum/server/posts.ts';
import { editPage } from '#features/forum/server/show.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeBoard } from '#testing/make-community.ts';
import { Person } from '#testing/track-people.ts';
import { mentionsAsTyped, storedMentions } from './mentions.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
await makeBoard(world, { boardId: 2, title: 'General' });
const [ann, ben] = [await Person.of(world), await Person.of(world)];

/** Gives a user another name on all editions. */
async function rename({ userId }: Person, name: string, key: string) {
  const { account_id: accountId } = await db
    .updateTable('profile')
    .set({ name, name_folded: key })
    .where('site', '=', 'tmnf')
    .where('user_id', '=', userId)
    .returning('account_id')
    .executeTakeFirstOrThrow();
  await db.updateTable('account').set({ name, name_key: key }).where('account_id', '=', accountId).execute();
}

test('a name typed by hand mentions its user, and the field shows it as it was typed', async () => {
  await rename(ben, '[GER]Speedy', '[ger]speedy');
  const Text = 'Well driven, @[GER]Speedy! And @[ger]speedy, @nobody';
  const { PostId } = (await ann.post('/threadcreate/2', { Title: 'Speedy', Text })).json<{
    PostId: number;
  }>();
  const { post } = await postAt(ann.ctx, PostId, null);
  expect(post.text).toBe(`Well driven, [user]${ben.userId}[/user]! And @[ger]speedy, @nobody`);
  const notices = await db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', ben.userId)
    .where('kind', '=', 'mention')
    .select('text')
    .execute();
  expect(notices).toHaveLength(1);
  expect((await editPage(ann.ctx, PostId, new URLSearchParams(), false)).text).toBe(Text);
});

test('a field shows a reference if the name with the words after it would mention another user', async () => {
  await rename(ann, 'Ann', 'ann');
  await rename(ben, 'Ann Lee', 'ann lee');
  const one = `[user]${ann.userId}[/user] Lee`;
  const other = `[user]${ben.userId}[/user], [user]999999[/user]`;
  expect(await mentionsAsTyped(world, [one, null, other, `[user]${ann.userId}[/user]`])).toEqual([
    one,
    null,
    '@Ann Lee, [user]999999[/user]',
    '@Ann',
  ]);
  expect(await storedMentions(world, '@Ann Lee and @Ann')).toBe(
    `[user]${ben.userId}[/user] and [user]${ann.userId}[/user]`,
  );
});
