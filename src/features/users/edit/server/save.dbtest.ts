import { beforeEach, expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { seenFrom } from '#testing/ctx.ts';
import { packWorld } from '#testing/packs.ts';
import { Person } from '#testing/track-people.ts';
import { userAt, userById } from '../../page/server/show.ts';

const { world, db, people } = await packWorld();
let ann: Person;
let ben: Person;
let mo: Person;
beforeEach(async () => {
  ({ ann, ben, mo } = await people());
});

const profile = async (person: Person) => {
  const user = await userById(world, person.userId);
  if (!user) throw new Error('no such user');
  return user;
};
/** The same account after it became a supporter. */
const supporter = async () => {
  const person = await Person.of(world);
  const { viewer } = person.ctx;
  Object.assign(viewer, { isSupporter: true });
  await db
    .updateTable('account')
    .set({ supporter_until: new Date('2099-01-01T00:00:00Z') })
    .where('account_id', '=', viewer.accountId ?? 0)
    .execute();
  return person;
};
let number = 0;
const address = () => {
  number += 1;
  return `driver-${'abcdefghjk'[number]}x`;
};

test('a text and an address are saved; fields that are not sent stay', async () => {
  const chosen = address();
  expect((await ann.post('/useredit', { About: ' [b]Hi[/b] ', Address: chosen.toUpperCase() })).status).toBe(
    200,
  );
  expect(await profile(ann)).toMatchObject({ about: '[b]Hi[/b]', customUrl: chosen, customTitle: null });
  expect((await ann.post('/useredit', { About: '' })).status).toBe(200);
  expect(await profile(ann)).toMatchObject({ about: null, customUrl: chosen });
});

test.each([
  'paddock-support',
  'the-moderators',
  'deleted-user',
  'ev3ryone',
  'joe-admin',
  'tmnf-team',
  'sunrise',
])('the address %s is reserved; one that was chosen before stays', async (reserved) => {
  const refused = await ann.post('/useredit', { About: 'New', Address: reserved });
  expect([refused.status, refused.problem]).toMatchObject([422, { field: 'Address' }]);
  await db
    .updateTable('profile')
    .set({ custom_url: reserved })
    .where('site', '=', 'tmnf')
    .where('user_id', '=', ann.userId)
    .execute();
  expect((await ann.post('/useredit', { About: 'New', Address: reserved })).status).toBe(200);
  expect(await profile(ann)).toMatchObject({ about: 'New', customUrl: reserved });
  await ann.post('/useredit', { Address: '' });
});

test.each([
  ['TMNF staff', 422],
  ['Official support', 422],
  ['Staff of life', 200],
])('the title %s of a supporter: %s', async (Title, status) => {
  expect((await (await supporter()).post('/useredit', { Title })).status).toBe(status);
});

test('titles are for supporters and the crew; everyone may remove theirs', async () => {
  expect((await ann.post('/useredit', { Title: 'The 5th' })).status).toBe(403);
  expect((await mo.post('/useredit', { Title: 'The 5th' })).status).toBe(200);
  const sue = await supporter();
  expect((await sue.post('/useredit', { Title: 'The 6th' })).status).toBe(200);
  expect(await profile(sue)).toMatchObject({ customTitle: 'The 6th', tint: 1 });
  await db
    .updateTable('profile')
    .set({ custom_title: 'PM' })
    .where('site', '=', 'tmnf')
    .where('user_id', '=', ann.userId)
    .execute();
  // the form of a user who may not change it sends it unchanged
  expect((await ann.post('/useredit', { Title: 'PM', About: 'x' })).status).toBe(200);
  expect((await ann.post('/useredit', { Title: '' })).status).toBe(200);
  expect(await profile(ann)).toMatchObject({ customTitle: null });
});

test('an email address must be confirmed first', async () => {
  const new1 = await Person.of(world, Level.basic);
  const answer = await new1.post('/useredit', { About: 'x' });
  expect([answer.status, answer.problem?.detail]).toEqual([403, expect.stringMatching(/Confirm your email/)]);
});

test('an address is changed every thirty days; former ones lead to the page and stay with the user', async () => {
  const [first, second] = [address(), address()];
  await ann.post('/useredit', { Address: first });
  expect((await ann.post('/useredit', { Address: second })).status).toBe(403);
  world.clock.forward({ days: 30, seconds: -1 });
  expect((await ann.post('/useredit', { Address: second })).status).toBe(403);
  world.clock.forward({ seconds: 1 });
  expect((await ann.post('/useredit', { Address: second })).status).toBe(200);

  expect(await userAt(world, second)).toMatchObject({ user: { userId: ann.userId }, isFormer: false });
  expect(await userAt(world, second.toUpperCase())).toMatchObject({ isFormer: false });
  expect(await userAt(world, first)).toMatchObject({
    user: { userId: ann.userId, customUrl: second },
    isFormer: true,
  });
  expect(await userAt(seenFrom(world, { site: 'tmo' }), first)).toEqual({ user: undefined, isFormer: false });

  const taken = await ben.post('/useredit', { Address: first });
  expect([taken.status, taken.problem?.field]).toEqual([422, 'Address']);
  // it looks the same
  expect((await ben.post('/useredit', { Address: first.replace('-', '_') })).status).toBe(422);
  // given up at any time, and then it still leads to the page
  expect((await ann.post('/useredit', { Address: '' })).status).toBe(200);
  expect(await userAt(world, second)).toMatchObject({ user: { customUrl: null }, isFormer: true });
});

test('two users cannot get addresses that look alike at the same time', async () => {
  const chosen = address();
  const answers = await Promise.all([
    ann.post('/useredit', { Address: chosen }),
    ben.post('/useredit', { Address: chosen.replace('-', '') }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('moderators remove a part of a page with a reason, which is logged and sent to the user', async () => {
  await ann.post('/useredit', { About: 'rude' });
  const path = `/userclean/${ann.userId}`;
  expect((await ben.post(path, { Part: 'about', Reason: 'rude' })).status).toBe(403);
  expect((await mo.post(path, { Part: 'about' })).status).toBe(400);
  expect((await mo.post(path, { Part: 'everything', Reason: 'rude' })).status).toBe(400);
  expect((await mo.post('/userclean/999999', { Part: 'about', Reason: 'rude' })).status).toBe(404);
  expect((await profile(ann)).about).toBe('rude');
  expect((await mo.post(path, { Part: 'about', Reason: 'rude' })).status).toBe(200);
  expect((await profile(ann)).about).toBeNull();
  const acts = await db
    .selectFrom('moderation_act')
    .where('site', '=', 'tmnf')
    .where('subject_id', '=', ann.userId)
    .select(['act', 'reason'])
    .execute();
  expect(acts).toEqual([{ act: 'profile.clean', reason: 'rude' }]);
  const notices = await db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', ann.userId)
    .select(['kind', 'text'])
    .execute();
  expect(notices).toEqual([
    { kind: 'account.moderated', text: 'A moderator removed your text about yourself. Reason: rude' },
  ]);
});
