import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { forSite } from '#db/for-site.ts';
import { settleCase } from '#features/cases/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { rememberAddress } from '#platform/auth/addresses.ts';
import { inTransaction } from '#platform/ctx.ts';
import { writeSettings } from '#platform/switches/write.ts';
import { Client } from '#testing/client.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { commentsOn, held, link, say } from '#testing/held-texts.ts';
import { makeBoard, makeThread } from '#testing/make-community.ts';
import { makeComment } from '#testing/make-lists.ts';
import { Person } from '#testing/track-people.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import { comparedLength } from '../floods.ts';
import { recentTexts } from './stored-texts.ts';

const { db } = await testDb({ editions: 'all' });

async function world() {
  const owner = await asMember(await testCtx({ db }));
  const writer = await asMember(owner);
  return { owner, writer, trackId: await makeTrack(owner) };
}

/** Writes a comment and runs the job that checks it. */
async function write(writer: TestCtx, trackId: number, text: string) {
  const answer = await say(writer, trackId, text);
  expect(answer, JSON.stringify(answer.problem)).toMatchObject({ status: 200 });
  await writer.jobs.runAll(writer);
  return answer;
}

const hints = (ctx: TestCtx, kind: string, id: number) =>
  forSite(ctx, 'case_source')
    .innerJoin('moderation_case', (join) =>
      join
        .onRef('moderation_case.site', '=', 'case_source.site')
        .onRef('moderation_case.case_id', '=', 'case_source.case_id'),
    )
    .where('moderation_case.subject_kind', '=', kind)
    .where('moderation_case.subject_id', '=', id)
    .where('moderation_case.state', '=', 'open')
    .where('case_source.source', '=', 'hint')
    .select(['case_source.hint', 'case_source.score', 'case_source.text'])
    .execute();

const setWords = (ctx: TestCtx, BadWords: string[]) =>
  inTransaction(ctx, (tx) => writeSettings(tx, { BadWords }));

test('a listed word opens a case about the text, which appears as usual; another edition lists its own', async () => {
  const { writer, trackId } = await world();
  await setWords(writer, ['darn']);
  const { CommentId } = (await write(writer, trackId, 'This $f00dаrn corner')).json<{ CommentId: number }>();
  expect(await commentsOn(writer, trackId)).toHaveLength(1);
  expect(await hints(writer, 'comment', CommentId)).toEqual([
    { hint: 'words', score: 30, text: 'Contains a listed word: darn.' },
  ]);
  const heldId = await held(await say(writer, trackId, `${link} darn`));
  await writer.jobs.runAll(writer);
  expect(await hints(writer, 'heldtext', heldId)).toMatchObject([{ hint: 'words' }]);
  await setWords(writer, []);
  const clean = (await write(writer, trackId, 'Another darn corner')).json<{ CommentId: number }>();
  expect(await hints(writer, 'comment', clean.CommentId)).toEqual([]);
});

test('a flood is a hint about the user; settled, it is not repeated for exactly a day', async () => {
  const { writer, trackId } = await world();
  const { userId } = writer.viewer;
  const flood = async (count: number) => {
    for (let number = 0; number < count; number++)
      await makeComment(writer, { trackId, userId, text: `Text ${number} ${writer.clock.now().getTime()}` });
    writer.clock.forward({ minutes: 2 });
  };
  await flood(10);
  await write(writer, trackId, 'One more');
  expect(await hints(writer, 'user', userId)).toEqual([]);
  await write(writer, trackId, 'And another');
  expect(await hints(writer, 'user', userId)).toEqual([
    { hint: 'flood', score: 20, text: '12 texts within 10 minutes.' },
  ]);
  const settle = () =>
    inTransaction(writer, (tx) =>
      settleCase(tx, { kind: 'user', id: userId }, { outcome: 'rejected', text: 'Fine.' }),
    );
  await settle();
  await write(writer, trackId, 'Still going');
  expect(await hints(writer, 'user', userId)).toEqual([]);
  writer.clock.forward({ hours: 23, minutes: 51 });
  await flood(12);
  writer.clock.forward({ minutes: 6, seconds: 59 });
  await write(writer, trackId, 'A minute before');
  expect(await hints(writer, 'user', userId)).toEqual([]);
  writer.clock.forward({ seconds: 1 });
  await write(writer, trackId, 'At the minute');
  expect(await hints(writer, 'user', userId)).toMatchObject([{ hint: 'flood' }]);
});

test('the same text on three tracks is a hint, also when one of them is on another edition', async () => {
  const { owner, writer, trackId } = await world();
  const text = 'Visit my wonderful server with many tracks';
  await write(writer, trackId, text);
  await write(writer, await makeTrack(owner), text);
  expect(await hints(writer, 'user', writer.viewer.userId)).toEqual([]);
  const elsewhere = owner.sites.find(({ code }) => code !== owner.site.code)?.code ?? '';
  const there = seenFrom(owner, { site: elsewhere });
  const profile = await makeMember(there);
  await db
    .updateTable('profile')
    .where('site', '=', elsewhere)
    .where('user_id', '=', profile.userId)
    .set({ account_id: writer.viewer.accountId ?? 0 })
    .execute();
  const author = seenFrom(there, { viewer: await makeMember(there) });
  const writerThere = seenFrom(there, { viewer: { ...profile, accountId: writer.viewer.accountId } });
  await write(writerThere, await makeTrack(author), text.toUpperCase());
  expect(await hints(writerThere, 'user', profile.userId)).toMatchObject([
    { hint: 'same text', score: 30, text: 'The same text in 3 places within a day.' },
  ]);
});

test('a new account on the network of a muted one is a hint', async () => {
  const { owner, writer, trackId } = await world();
  const address = '20.30.40.50';
  const accountOf = ({ viewer }: TestCtx) => viewer.accountId ?? 0;
  for (const person of [owner, writer])
    await rememberAddress({ ...person, client: { address } }, accountOf(person));
  await db
    .insertInto('sanction')
    .values({
      account_id: accountOf(owner),
      site: null,
      kind: 'suspension',
      reason: 'Spam',
      imposed_by: null,
      imposed_at: owner.clock.now(),
      ends_at: null,
    })
    .execute();
  await write(writer, trackId, 'Hello, I am new here');
  expect(await hints(writer, 'user', writer.viewer.userId)).toEqual([
    {
      hint: 'accounts',
      score: 60,
      text: expect.stringContaining(`on the same network as ${owner.viewer.name}`),
    },
  ]);
});

test('listed words are found in new and changed descriptions of tracks, packs and users', async () => {
  const ann = await Person.of(await testCtx({ db, site: 'tmnf' }));
  const { ctx } = ann;
  await setWords(ctx, ['darn']);
  const hinted = async (kind: string, id: number) => {
    await ctx.jobs.runAll(ctx);
    const found = (await hints(ctx, kind, id)).map(({ hint }) => hint);
    await inTransaction(ctx, (tx) => settleCase(tx, { kind, id }, { outcome: 'rejected', text: 'Fine.' }));
    ctx.clock.forward({ days: 2 }); // a settled hint is quiet for a day
    return found;
  };
  const texts = { Difficulty: '1', Routes: '0', Tags: ['3'] };
  const track = await ann.uploads({ TrackName: '$f00Darn valley' });
  expect(await hinted('track', track)).toEqual(['words']);
  await ann.post(`/trackedit/${track}`, { ...texts, TrackName: '$f00Darn valley' });
  expect(await hinted('track', track)).toEqual([]); // its texts are the same
  await ann.post(`/trackedit/${track}`, { ...texts, TrackName: 'Valley', AuthorComments: 'So darn fast' });
  expect(await hinted('track', track)).toEqual(['words']);

  const pack = (await ann.post('/trackpackcreate', { PackName: 'Darn' })).json<{ PackId: number }>().PackId;
  expect(await hinted('pack', pack)).toEqual(['words']);
  await ann.post(`/trackpackedit/${pack}`, { PackName: 'Cup', Description: 'Fast' });
  expect(await hinted('pack', pack)).toEqual([]);

  await ann.post('/useredit', { About: 'Hi, I am new' });
  expect(await hinted('user', ann.userId)).toEqual([]);
  await ann.post('/useredit', { About: 'Those darn cars' });
  expect(await hinted('user', ann.userId)).toEqual(['words']);

  const named = new Client(ctx, app.routes);
  const account = { Name: 'Darn Driver', Email: 'darn@example.test', Password: 'correct horse battery' };
  expect((await named.post('/register', account)).status).toBe(200);
  const { userId } = await named.viewer();
  expect(await hinted('user', userId)).toEqual(['words']);
  await named.post('/account/name', { Name: 'Darn Racer', OwnPassword: account.Password });
  expect(await hinted('user', userId)).toEqual(['words']);

  const moderator = await Person.of(ctx, Level.moderator);
  expect(await hinted('track', await moderator.uploads({ TrackName: 'Darn' }))).toEqual([]);
  await setWords(ctx, []);
});

test('of long texts only the part that is compared is read, and only the newest texts', async () => {
  const { writer, trackId } = await world();
  await write(writer, trackId, `a${'b'.repeat(3000)}`);
  const accountId = writer.viewer.accountId ?? 0;
  const read = await recentTexts(writer, accountId, new Date(0));
  expect(read.map(({ text }) => text)).toEqual([`a${'b'.repeat(comparedLength - 1)}`]);
  const { userId } = writer.viewer;
  const boardId = await makeBoard(writer, { boardId: 900, title: 'Texts' });
  const posts = [{ userId, text: 'a post' }];
  await makeThread(writer, { boardId, userId, title: 'Texts', at: new Date(0), posts });
  await sql`insert into comment (site, comment_id, track_id, user_id, text, is_award, comment_at, updated_at)
    select ${writer.site.code}, 900000 + n, ${trackId}, ${userId}, 'comment ' || n, false, now() + n * interval '1 second', now()
    from generate_series(1, 300) n`.execute(db);
  const newest = await recentTexts(writer, accountId, new Date(-1));
  expect(newest.map(({ text }) => text).slice(0, 2)).toEqual(['comment 300', 'comment 299']);
  expect(newest).toHaveLength(300);
});
