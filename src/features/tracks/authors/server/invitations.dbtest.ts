import { beforeEach, expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { coAuthors, Person } from '#testing/track-people.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
let ann: Person;
let ben: Person;
let cy: Person;
beforeEach(async () => {
  [ann, ben, cy] = [await Person.of(world), await Person.of(world), await Person.of(world)];
});

const authorFields = (...people: (readonly [Person, string])[]): Record<string, string> =>
  Object.fromEntries([
    ['Authors', String(people.length)],
    ...people.flatMap(([person, role], index) => [
      [`Authors[${index}].UserId`, String(person.userId)],
      [`Authors[${index}].Role`, role],
    ]),
  ]);
const named = (person: Person, role = '', is_pending = true) => ({
  user_id: person.userId,
  role,
  is_pending,
});
const tracksOf = async (person: Person) =>
  (
    await db
      .selectFrom('profile')
      .where('site', '=', 'tmnf')
      .where('user_id', '=', person.userId)
      .select('tracks')
      .executeTakeFirstOrThrow()
  ).tracks;

test('a named user is invited, pending, accepts, and is an author', async () => {
  const id = await ann.uploads();
  await ann.post(`/trackedit/${id}`, authorFields([ben, 'scenery'], [cy, '']));
  expect(await coAuthors(world, id)).toEqual([named(ben, 'scenery'), named(cy)]);
  expect(await ben.notices()).toMatchObject([
    { kind: 'author.invited', text: expect.stringContaining(ann.name), link: `/trackshow/${id}` },
  ]);
  expect(await ben.tracks(`id=${id}&fields=HasCoauthorRequest`)).toEqual([{ HasCoauthorRequest: true }]);
  expect(await cy.post(`/trackauthor/${id}/accept`)).toMatchObject({ status: 200 });
  expect(await cy.tracks(`id=${id}&fields=HasCoauthorRequest`)).toEqual([{ HasCoauthorRequest: false }]);
  expect(await coAuthors(world, id)).toEqual([named(ben, 'scenery'), named(cy, '', false)]);
  expect(await ann.notices()).toMatchObject([
    { kind: 'author.answered', text: expect.stringContaining(cy.name) },
  ]);
  expect(await tracksOf(cy)).toBe(1);
  expect(await tracksOf(ben)).toBe(0);
});

test('order, roles and removals are saved; accepted co-authors stay accepted', async () => {
  const id = await ann.uploads(authorFields([ben, '']));
  await ben.post(`/trackauthor/${id}/accept`);
  await ann.post(`/trackedit/${id}`, authorFields([cy, ''], [ben, 'all the rest']));
  expect(await coAuthors(world, id)).toEqual([named(cy), named(ben, 'all the rest', false)]);
  await ann.post(`/trackedit/${id}`, { Authors: '0' });
  expect(await coAuthors(world, id)).toEqual([]);
  expect(await ben.kinds()).toEqual(['author.invited', 'author.removed']);
  expect(await cy.kinds()).toEqual(['author.invited']);
  expect(await tracksOf(ben)).toBe(0);
});

test.each([
  ['the uploader', () => authorFields([ann, '']), 'The uploader is already listed.'],
  ['a user twice', () => authorFields([ben, ''], [ben, 'x']), 'User is already listed as co-author.'],
  ['nobody', () => ({ 'Authors[0].UserId': '999999' }), 'Authors: user 999999 doesn’t exist on TMNF'],
  ['an impossible number', () => ({ 'Authors[0].UserId': '2147483648' }), 'No player has exactly this name'],
  ['an unknown name', () => ({ 'Authors[0].Name': 'no such' }), 'No player has exactly this name'],
  ['a long role', () => authorFields([ben, 'x'.repeat(101)]), 'Use at most 100 characters.'],
])('%s is refused with a sentence, and nobody is invited', async (_name, fields, message) => {
  const id = await ann.uploads();
  const { status, problem } = await ann.post(`/trackedit/${id}`, fields());
  expect([status, problem?.detail]).toEqual([422, expect.stringContaining(message)]);
  expect(problem?.field).toBe('Authors');
  expect(await coAuthors(world, id)).toEqual([]);
  expect(await ben.notices()).toEqual([]);
});

test('a form without authors changes none of them; names work in place of ids', async () => {
  const id = await ann.uploads();
  await ann.post(`/trackedit/${id}`, { 'Authors[0].Name': ben.name, 'Authors[0].Role': 'blocks' });
  await ann.post(`/trackedit/${id}`, { AuthorComments: 'Hello.' });
  expect(await coAuthors(world, id)).toEqual([named(ben, 'blocks')]);
});

test('declining and leaving end it; a hidden track is then no longer visible to them', async () => {
  const id = await ann.uploads({ Visible: 'false' });
  await ann.post(`/trackedit/${id}`, authorFields([ben, ''], [cy, '']));
  expect((await ben.get(`/trackgbx/${id}`)).status).toBe(200);
  expect((await ben.post(`/trackauthor/${id}/decline`)).json()).toMatchObject({ IsOpen: false });
  expect((await ben.get(`/trackgbx/${id}`)).status).toBe(404);
  expect((await ben.post(`/trackauthor/${id}/decline`)).status).toBe(404);
  await cy.post(`/trackauthor/${id}/accept`);
  expect((await cy.post(`/trackauthor/${id}/leave`)).status).toBe(200);
  expect(await coAuthors(world, id)).toEqual([]);
  expect((await ann.notices()).map(({ text }) => text).join()).toMatch(/left the authors/);
});

test('a co-author authorizes the use of their name, and withdraws it', async () => {
  const id = await ann.uploads();
  await ann.post(`/trackedit/${id}`, authorFields([ben, '']));
  const toggle = () => ben.sends('PUT', `/maps/toggleauthorization/${id}`, { mapId: String(id) });
  expect((await toggle()).json()).toMatchObject({ TrackId: id, IsPending: false });
  expect(await tracksOf(ben)).toBe(1);
  expect((await toggle()).json()).toMatchObject({ IsPending: true });
  expect(await coAuthors(world, id)).toEqual([named(ben)]);
  expect(await tracksOf(ben)).toBe(0);
});

test('other users, the uploader and forged tokens cannot answer an invitation', async () => {
  const id = await ann.uploads();
  await ann.post(`/trackedit/${id}`, authorFields([ben, '']));
  for (const answer of ['accept', 'decline', 'leave']) {
    expect((await cy.post(`/trackauthor/${id}/${answer}`)).status).toBe(403);
    expect((await ann.post(`/trackauthor/${id}/${answer}`)).status).toBe(403);
    expect((await ben.post(`/trackauthor/${id}/${answer}`, {}, 'forged')).status).toBe(400);
    expect((await ben.post(`/trackauthor/${id}/${answer}`, {}, null)).status).toBe(400);
  }
  const foreign = `/maps/toggleauthorization/${id}`;
  expect((await cy.sends('PUT', foreign)).status).toBe(403);
  // to moderators, it is about the track and not about the name
  expect((await (await Person.of(world, Level.administrator)).sends('PUT', foreign)).status).toBe(200);
  expect(await coAuthors(world, id)).toEqual([named(ben)]);
});

test('accepting twice is fine', async () => {
  const id = await ann.uploads();
  await ann.post(`/trackedit/${id}`, authorFields([ben, '']));
  const both = await Promise.all([1, 2].map(() => ben.post(`/trackauthor/${id}/accept`)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await ann.kinds()).toEqual(['author.answered']);
});

test('only the uploader may name authors', async () => {
  const id = await ann.uploads();
  await ann.post(`/trackedit/${id}`, authorFields([ben, '']));
  await ben.post(`/trackauthor/${id}/accept`);
  const answer = await ben.post(`/trackedit/${id}`, authorFields([cy, '']));
  expect([answer.status, answer.problem?.detail]).toEqual([
    403,
    expect.stringContaining('Only the uploader'),
  ]);
  expect(await coAuthors(world, id)).toEqual([named(ben, '', false)]);
});

test('an unanswered invitation expires after thirty days', async () => {
  const id = await ann.uploads();
  await ann.post(`/trackedit/${id}`, authorFields([ben, ''], [cy, '']));
  await cy.post(`/trackauthor/${id}/accept`);
  const end = () => world.jobs.add('end-invitations', {}).then(() => world.jobs.runAll(world));
  world.clock.forward({ days: 29, hours: 23 });
  await end();
  expect(await coAuthors(world, id)).toHaveLength(2);
  world.clock.forward({ hours: 1 });
  await end();
  expect(await coAuthors(world, id)).toEqual([named(cy, '', false)]);
  expect((await ann.notices()).at(-1)?.text).toContain('expired after 30 days');
});
