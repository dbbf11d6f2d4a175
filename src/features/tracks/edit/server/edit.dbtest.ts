import { beforeEach, describe, expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { loggedChanges, moderationActs, Person, trackRow } from '#testing/track-people.ts';
import { Uploader } from '#testing/uploader.ts';
import { trackEdit } from './show.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
let ann: Person;
let ben: Person;
let mo: Person;
beforeEach(async () => {
  [ann, ben] = [await Person.of(world), await Person.of(world)];
  mo = await Person.of(world, Level.moderator);
});

/** A track of Ann's with Ben as an accepted co-author. */
async function shared(settings: Record<string, string> = {}): Promise<number> {
  const id = await ann.uploads({ ...settings, 'Authors[0].UserId': String(ben.userId) });
  await ben.post(`/trackauthor/${id}/accept`);
  return id;
}

const texts = {
  TrackName: '$f00New $zname',
  Difficulty: '3',
  Routes: '1',
  Tags: ['3', '7'],
  AuthorComments: 'One\r\ntwo.',
};

describe('the texts of a track', () => {
  test.each([
    ['its uploader', () => ann, {}],
    ['an accepted co-author', () => ben, {}],
    ['a moderator, with a reason', () => mo, { Reason: 'An insult in the name.' }],
  ])('can be edited by %s', async (_who, person, more) => {
    const id = await shared();
    world.clock.forward({ hours: 5 });
    const before = await trackRow(world, id);
    const answer = await person().post(`/trackedit/${id}`, { ...texts, ...more });
    expect([answer.status, answer.json()]).toEqual([200, { TrackId: id, TrackName: 'New name' }]);
    expect(await trackRow(world, id)).toMatchObject({
      name: '$f00New $zname',
      name_folded: 'new name',
      difficulty: 3,
      routes: 1,
      // 7 was the style before and remains it
      tags: [7, 3],
      author_comments: 'One\ntwo.',
      is_public: true,
      // editing texts does not change the dates
      uploaded_at: before?.uploaded_at,
      updated_at: before?.updated_at,
      activity_at: before?.activity_at,
    });
  });

  test('fields missing in the form stay; empty fields are cleared', async () => {
    const id = await ann.uploads({ AuthorComments: 'Old.', Visible: 'false' });
    await ann.post(`/trackedit/${id}`, { TrackName: 'Only the name' });
    expect(await trackRow(world, id)).toMatchObject({
      name: 'Only the name',
      author_comments: 'Old.',
      is_public: false,
    });
    await ann.post(`/trackedit/${id}`, { AuthorComments: '' });
    expect(await trackRow(world, id)).toMatchObject({ author_comments: null, tags: [7] });
  });

  test('a name typed after @ mentions its user, from the upload on, and the form shows it as it was typed', async () => {
    const typed = `Thanks @${ben.name}, and [b]@nobody[/b]!`;
    const stored = `Thanks [user]${ben.userId}[/user], and [b]@nobody[/b]!`;
    const id = await ann.uploads({ AuthorComments: typed });
    expect(await trackRow(world, id)).toMatchObject({ author_comments: stored });
    expect((await trackEdit(ann.ctx, String(id), undefined)).track.authorComments).toBe(typed);
    await ann.post(`/trackedit/${id}`, { AuthorComments: '' });
    await ann.post(`/trackedit/${id}`, { AuthorComments: typed });
    expect(await trackRow(world, id)).toMatchObject({ author_comments: stored });
  });

  test('comments that mention users do not exceed the limit when other fields are saved', async () => {
    const { account_id: accountId } = await db
      .updateTable('profile')
      .set({ name: 'Bo', name_folded: 'bo' })
      .where('site', '=', 'tmnf')
      .where('user_id', '=', ben.userId)
      .returning('account_id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('account')
      .set({ name: 'Bo', name_key: 'bo' })
      .where('account_id', '=', accountId)
      .execute();
    const typed = `@Bo ${'x'.repeat(3996)}`;
    const id = await ann.uploads({ AuthorComments: typed });
    const saved = await ann.post(`/trackedit/${id}`, { TrackName: 'Only the name' });
    expect(saved.status).toBe(200);
    const { author_comments: comments } = (await trackRow(world, id)) ?? {};
    expect(comments?.length).toBeGreaterThan(4000);
    expect(comments).toMatch(new RegExp(`^\\[user\\]${ben.userId}\\[/user\\] x`));
  });

  test.each([
    [{ TrackName: ' ' }, 'TrackName', /A name is required\./],
    [{ TrackName: 'x' }, 'TrackName', /min\. 2 characters long\./],
    [{ TrackName: 'x'.repeat(51) }, 'TrackName', /max\. 50 characters long\./],
    [{ Difficulty: '' }, 'Difficulty', /The Difficulty field is required/],
    [{ Difficulty: '9' }, 'Difficulty', /The Difficulty field is required/],
    [{ Tags: '' }, 'Tags', /Choose 1 to 3 tags\./],
    [{ Tags: ['1', '2', '3', '7'] }, 'Tags', /Choose 1 to 3 tags\./],
    [{ Tags: '9999' }, 'Tags', /tags of this edition/],
    [{ AuthorComments: 'x'.repeat(4001) }, 'AuthorComments', /max\. 4000 characters long\./],
    [{ Visible: 'false', ReleaseDate: '2020-01-01T00:00' }, 'ReleaseDate', /must be set in the future\./],
  ])('%j is refused at its field', async (form, field, message) => {
    const id = await ann.uploads();
    const { status, problem } = await ann.post(`/trackedit/${id}`, form);
    expect([status, problem?.field, problem?.detail]).toEqual([422, field, expect.stringMatching(message)]);
    expect(await trackRow(world, id)).toMatchObject({ name: 'Floodlight', is_public: true });
  });

  test('a browser gets the form again, with what was typed', async () => {
    const id = await ann.uploads();
    const http = await Uploader.of(ann.ctx);
    const form = new URLSearchParams({ TrackName: 'x', AuthorComments: 'a long text' });
    const answer = await http.ask('POST', `/trackedit/${id}`, { form, headers: { accept: 'text/html' } });
    expect([answer.status, answer.page?.path]).toEqual([422, `/trackedit/${id}`]);
    expect(answer.page?.form?.values.get('AuthorComments')).toBe('a long text');
  });

  test('a tag with a meaning changes the replay type, unless the crew set it', async () => {
    const id = await ann.uploads();
    await ann.post(`/trackedit/${id}`, { Tags: ['7', '10'] });
    expect(await trackRow(world, id)).toMatchObject({ replay_type: 3 });
    await ann.post(`/trackedit/${id}`, { Tags: '7' });
    expect(await trackRow(world, id)).toMatchObject({ replay_type: 0 });
    await db
      .updateTable('track')
      .set({ replay_type: 3 })
      .where('site', '=', 'tmnf')
      .where('track_id', '=', id)
      .execute();
    await ann.post(`/trackedit/${id}`, { Tags: ['7', '3'] });
    expect(await trackRow(world, id)).toMatchObject({ replay_type: 3 });
  });
});

describe('other users', () => {
  test('other users, invited ones and forged tokens change nothing', async () => {
    const id = await ann.uploads({ 'Authors[0].UserId': String(ben.userId) });
    const eve = await Person.of(world);
    for (const person of [eve, ben]) {
      const { status, problem } = await person.post(`/trackedit/${id}`, texts);
      expect([status, problem?.detail]).toEqual([403, 'Only its authors can edit this track.']);
    }
    expect((await ann.post(`/trackedit/${id}`, texts, 'forged')).status).toBe(400);
    const nobody = await Uploader.of(seenFrom(world, { viewer: visitor }));
    const asVisitor = await nobody.ask('POST', `/trackedit/${id}`, { form: new URLSearchParams() });
    expect(asVisitor.status).toBeGreaterThanOrEqual(400);
    expect(await trackRow(world, id)).toMatchObject({ name: 'Floodlight' });
  });

  test('a hidden or deleted track is not found', async () => {
    const id = await ann.uploads({ Visible: 'false' });
    const eve = await Person.of(world);
    expect((await eve.post(`/trackedit/${id}`, texts)).status).toBe(404);
    await ann.post(`/trackdelete/${id}`);
    expect((await ann.post(`/trackedit/${id}`, texts)).status).toBe(404);
    expect((await ann.post('/trackedit/99999999', texts)).status).toBe(404);
    expect((await ann.post('/trackedit/1e3', texts)).status).toBe(404);
  });

  test.each([[{ Visible: 'false' }], [{ Listed: 'false' }], [{ Beta: 'true' }]])(
    'a co-author cannot change the visibility: %j',
    async (form) => {
      const id = await shared();
      const { status, problem } = await ben.post(`/trackedit/${id}`, form);
      expect([status, problem?.detail]).toEqual([403, 'Only the uploader can change who sees this track.']);
      expect(await trackRow(world, id)).toMatchObject({ is_public: true, is_listed: true, is_beta: false });
    },
  );
});

test('a moderator gives a reason; it is logged, and the authors are notified', async () => {
  const id = await shared();
  const bare = await mo.post(`/trackedit/${id}`, { TrackName: 'Clean' });
  expect([bare.status, bare.problem?.field]).toEqual([400, 'Reason']);
  expect(await trackRow(world, id)).toMatchObject({ name: 'Floodlight' });
  await mo.post(`/trackedit/${id}`, { TrackName: 'Clean', Reason: 'An insult.' });
  expect(await moderationActs(world, id)).toEqual([
    { act: 'track.edit', reason: 'An insult.', user_id: mo.userId },
  ]);
  for (const person of [ann, ben])
    expect((await person.notices()).at(-1)).toMatchObject({
      kind: 'track.moderated',
      text: 'A moderator changed “Clean”. Reason: An insult.',
    });
});

test('the log stores what a moderator changed, before and after, and nothing else', async () => {
  const old = 'Old. '.repeat(700).trim();
  const id = await shared({ AuthorComments: old });
  await mo.post(`/trackedit/${id}`, { AuthorComments: 'New.', Reason: 'An insult.' });
  // any stored file serves as the picture
  const { sha256 } = await db
    .selectFrom('track_version')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', id)
    .select('sha256')
    .executeTakeFirstOrThrow();
  const picture = { file_name: 'loop.png', file_size: 3, width: 1, height: 1, sha256 };
  await db
    .insertInto('track_image')
    .values({ site: 'tmnf', track_id: id, position: 1, added_at: world.clock.now(), ...picture })
    .execute();
  await mo.post(`/trackedit/${id}`, {
    ...texts,
    Listed: 'false',
    Authors: '',
    ScreenshotFiles: '',
    Reason: 'All of it.',
  });
  await mo.post(`/trackedit/${id}`, { Reason: 'Nothing.' });
  expect(await loggedChanges(world, 'track', id)).toEqual([
    { act: 'track.edit', before: { AuthorComments: old }, after: { AuthorComments: 'New.' } },
    {
      act: 'track.edit',
      before: {
        Name: 'Floodlight',
        AuthorComments: 'New.',
        Difficulty: expect.any(String),
        Routes: 'Single',
        Tags: ['Tech'],
        Listed: true,
        CoAuthors: [ben.userId],
        CoAuthorRoles: [''],
        Pictures: ['loop.png (3 bytes)'],
      },
      after: {
        Name: '$f00New $zname',
        AuthorComments: 'One\ntwo.',
        Difficulty: 'Lunatic',
        Routes: 'Multiple',
        Tags: ['Tech', 'Offroad'],
        Listed: false,
        CoAuthors: [],
        CoAuthorRoles: [],
        Pictures: [],
      },
    },
    { act: 'track.edit', before: null, after: null },
  ]);
});

test('a moderator edits their own track like any author', async () => {
  const id = await mo.uploads();
  expect((await mo.post(`/trackedit/${id}`, { TrackName: 'Mine' })).status).toBe(200);
  expect(await moderationActs(world, id)).toEqual([]);
});
