import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { ownReports } from '#features/cases/server/own-reports.ts';
import { moderationLog } from '#features/modlog/server/list.ts';
import { readLine } from '#lib/bbcode/line.ts';
import { Level } from '#lib/codes/level.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { visitorOf } from '#testing/writes.ts';
import { openReports, shownQueue } from '../../console/server/queue.ts';
import { reportedSubject } from './reported-subject.ts';

const { db } = await testDb({ editions: 'all' });

const words = { Reason: 'spam', Text: 'The same text on every track.' };

const post = async (ctx: TestCtx, path: string, form: Record<string, string>) =>
  (await Uploader.of(ctx)).ask('POST', path, { form: new URLSearchParams(form) });
const report = (ctx: TestCtx, form: Record<string, string>) =>
  post(ctx, '/postcreate', { ...words, ...form });
const filed = async (ctx: TestCtx, form: Record<string, string>) =>
  (await report(ctx, form)).json<{ CaseId: number }>().CaseId;
const handle = (ctx: TestCtx, caseId: number, form: Record<string, string>) =>
  post(ctx, '/moderation/case', { site: ctx.site.code, case: `${caseId}`, ...form });
const queued = async (ctx: TestCtx, caseId: number, query = '') =>
  (await shownQueue(ctx, new URLSearchParams(query))).page.rows.find((row) => row.caseId === caseId);
const crewOf = async (ctx: TestCtx) => grantRole(await asMember(ctx), Level.moderator, [ctx.site.code]);
const noticesOf = (ctx: TestCtx) =>
  forSite(ctx, 'notice')
    .where('user_id', '=', ctx.viewer.userId)
    .orderBy('notice_id')
    .select(['kind', 'text'])
    .execute();

async function makeComment(ctx: TestCtx, trackId: number, text = 'Buy now!') {
  const { comment_id } = await db
    .insertInto('comment')
    .values({
      site: ctx.site.code,
      comment_id: nextId('comment', ctx.site.code),
      track_id: trackId,
      user_id: ctx.viewer.userId,
      parent_id: null,
      text,
      comment_at: ctx.clock.now(),
      updated_at: ctx.clock.now(),
      deleted_at: null,
    })
    .returning('comment_id')
    .executeTakeFirstOrThrow();
  return comment_id;
}

async function world() {
  const ctx = await asMember(await testCtx({ db }));
  const reporter = await asMember(ctx);
  const moderator = await crewOf(ctx);
  return { ctx, reporter, moderator, trackId: await makeTrack(ctx) };
}

test.each([
  ['[b]Buy[/b] [url=https://shop.example]now[/url]!', 'Buy now!'],
  [`${'a '.repeat(296)}[url=https://shop.example]now[/url]`, `${'a '.repeat(296)}…`],
  ['', ''],
])('the form of a report shows the text as it reads: %j', async (text, expected) => {
  const { ctx, reporter, trackId } = await world();
  const commentId = await makeComment(ctx, trackId, text);
  const address = new URLSearchParams({ reportType: '4', subjectId: `${commentId}` });
  const { excerpt } = await reportedSubject(reporter, address);
  expect(excerpt ? readLine(excerpt.line, excerpt.longest, excerpt.names).join('') : '').toBe(expected);
});

test('a comment is reported, taken, solved; it is logged and the reporter is notified', async () => {
  const { ctx, reporter, moderator, trackId } = await world();
  const commentId = await makeComment(ctx, trackId);
  const filed = await report(reporter, { reportType: '4', subjectId: `${commentId}` });
  expect(filed.status).toBe(200);
  const { CaseId } = filed.json<{ CaseId: number }>();
  expect(await queued(moderator, CaseId)).toMatchObject({
    sources: ['report'],
    score: 20,
    reports: 1,
    reasons: ['spam'],
    text: words.Text,
    about: {
      quote: 'Buy now!',
      owner: { Name: ctx.viewer.name },
      link: `/trackshow/${trackId}?comment=${commentId}#comment-${commentId}`,
    },
  });
  expect((await handle(moderator, CaseId, { Act: 'take' })).status).toBe(200);
  const unanswered = await handle(moderator, CaseId, { Act: 'solve', Answer: '  ' });
  expect(unanswered).toMatchObject({ status: 400, problem: { field: 'Answer' } });
  const solved = await handle(moderator, CaseId, { Act: 'solve', Answer: 'Removed, thank you.' });
  expect(solved.json()).toMatchObject({ CaseId, State: 'settled' });
  expect(await noticesOf(reporter)).toEqual([
    {
      kind: 'report.ended',
      text: expect.stringMatching(/^Your report about “A comment on .*” was solved: Removed, thank you\.$/),
    },
  ]);
  const log = await moderationLog(moderator, { kind: 'comment', id: commentId });
  expect(log.rows.map(({ act, reason, by, caseId }) => [act, reason, by?.Name, caseId])).toEqual([
    ['case.solve', 'Removed, thank you.', moderator.viewer.name, CaseId],
  ]);
  expect((await handle(moderator, CaseId, { Act: 'reject', Answer: 'no' })).status).toBe(409);
});

test('everyone who reported the same thing is answered at once, and sees the answer among their reports', async () => {
  const { ctx, reporter, moderator, trackId } = await world();
  const form = { reportType: '1', subjectId: `${trackId}` };
  const others = [await asMember(ctx), await asMember(ctx)];
  const CaseId = await filed(reporter, form);
  for (const other of others) expect(await filed(other, { ...form, Reason: 'stolen' })).toBe(CaseId);
  expect(await queued(moderator, CaseId)).toMatchObject({
    reports: 3,
    score: 60,
    reasons: ['spam', 'stolen'],
  });
  const before = await ownReports(reporter, new URLSearchParams());
  expect(before.rows).toMatchObject([{ caseId: CaseId, reason: 'spam', settled: null }]);
  await handle(moderator, CaseId, { Act: 'reject', Answer: 'It is fine.' });
  for (const who of [reporter, ...others]) {
    expect(await noticesOf(who)).toEqual([
      { kind: 'report.ended', text: expect.stringMatching(/was rejected: It is fine\.$/) },
    ]);
    const { rows } = await ownReports(who, new URLSearchParams());
    expect(rows).toMatchObject([{ settled: { outcome: 'rejected', answer: 'It is fine.' } }]);
    expect(JSON.stringify(rows)).not.toContain(moderator.viewer.name);
  }
  expect(await filed(reporter, form)).toBeGreaterThan(CaseId);
});

test('two moderators on one case: it is visibly taken, taken over, and released after half an hour', async () => {
  const { ctx, reporter, moderator, trackId } = await world();
  const other = await crewOf(ctx);
  const CaseId = await filed(reporter, { reportType: '1', subjectId: `${trackId}` });
  await handle(moderator, CaseId, { Act: 'take' });
  const { UserId, Name } = { UserId: moderator.viewer.userId, Name: moderator.viewer.name };
  expect(await queued(other, CaseId)).toMatchObject({ takenBy: { UserId, Name }, isMine: false });
  expect(await queued(moderator, CaseId, 'show=mine')).toMatchObject({ isMine: true });
  expect(await queued(other, CaseId, 'show=mine')).toBeUndefined();
  expect((await handle(other, CaseId, { Act: 'solve', Answer: 'x' })).status).toBe(409);
  expect((await handle(other, CaseId, { Act: 'release' })).status).toBe(409);
  expect((await handle(other, CaseId, { Act: 'take' })).status).toBe(200);
  expect((await handle(moderator, CaseId, { Act: 'solve', Answer: 'x' })).status).toBe(409);
  ctx.clock.forward({ minutes: 30 });
  expect(await queued(moderator, CaseId)).toMatchObject({ takenBy: null });
  expect((await handle(moderator, CaseId, { Act: 'reject', Answer: 'It is fine.' })).status).toBe(200);
  expect(await queued(moderator, CaseId)).toBeUndefined();
  expect(await queued(moderator, CaseId, 'show=settled')).toMatchObject({ outcome: 'rejected' });
});

test('of two concurrent decisions one succeeds, and the reporter gets one answer', async () => {
  const { ctx, reporter, moderator, trackId } = await world();
  const other = await crewOf(ctx);
  const CaseId = await filed(reporter, { reportType: '1', subjectId: `${trackId}` });
  const both = await Promise.all([
    handle(moderator, CaseId, { Act: 'solve', Answer: 'Yes.' }),
    handle(other, CaseId, { Act: 'reject', Answer: 'No.' }),
  ]);
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  expect(await noticesOf(reporter)).toHaveLength(1);
});

test('a settled case is opened again once, by its form or by undoing the decision', async () => {
  const { reporter, moderator, trackId } = await world();
  const CaseId = await filed(reporter, { reportType: '1', subjectId: `${trackId}` });
  await handle(moderator, CaseId, { Act: 'reject', Answer: 'It is fine.' });
  const log = await moderationLog(moderator, { kind: 'track', id: trackId });
  const undone = await post(moderator, '/moderation/undo', {
    site: moderator.site.code,
    actId: `${log.rows[0]?.actId}`,
    Reason: 'I overlooked something.',
  });
  expect(undone.status).toBe(200);
  expect(await queued(moderator, CaseId)).toMatchObject({ reports: 1 });
  expect((await handle(moderator, CaseId, { Act: 'reopen', Answer: 'Again.' })).status).toBe(409);
  await handle(moderator, CaseId, { Act: 'solve', Answer: 'Removed.' });
  expect((await handle(moderator, CaseId, { Act: 'reopen', Answer: 'Again.' })).status).toBe(200);
  expect((await noticesOf(reporter)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/is under review again\.$/),
  ]);
});

test('after a decision a browser is in the queue it came from, otherwise on the page of the case', async () => {
  const { reporter, moderator, trackId } = await world();
  const CaseId = await filed(reporter, { reportType: '1', subjectId: `${trackId}` });
  const site = moderator.site.code;
  const browser = await Uploader.of(moderator);
  const placeAfter = async (form: Record<string, string>) => {
    const answer = await browser.ask('POST', '/moderation/case', {
      form: new URLSearchParams({ site, case: `${CaseId}`, back: 'kind=track&x=//evil.example', ...form }),
      headers: { accept: 'text/html' },
    });
    return answer.headers.location ?? answer.page?.path;
  };
  expect(await placeAfter({ Act: 'take' })).toBe(`/moderation/${site}/${CaseId}?back=kind%3Dtrack`);
  expect(await placeAfter({ Act: 'solve' })).toMatch(`/moderation/${site}/${CaseId}?back=`);
  expect(await placeAfter({ Act: 'reject', Answer: 'No.' })).toBe(
    `/moderation?kind=track&done=${site}-${CaseId}`,
  );
});

test.each([
  ['nothing is named', { reportType: '1', subjectId: '' }, 400, /subjectId/],
  ['the type is unknown', { reportType: '11', subjectId: '1' }, 400, /reportType/],
  ['the kind does not fit', { reportType: '4', subjectId: '1', of: 'track' }, 400, /comment or replay/],
  ['it does not exist', { reportType: '1', subjectId: '99999' }, 404, /track was not found/],
  ['the reason is not in the list', { reportType: '9', Reason: 'because' }, 400, /choose one/],
  [
    'the reason does not fit the kind',
    { reportType: '2', subjectId: '1', Reason: 'stolen' },
    400,
    /choose one/,
  ],
  ['the text is short', { reportType: '9', Text: ' too    ' }, 400, /at least 10/],
  ['the text is long', { reportType: '9', Text: 'x'.repeat(2001) }, 400, /more than 2000/],
])('refused when %s', async (_, form, status, sentence) => {
  const { reporter } = await world();
  const answer = await report(reporter, form);
  expect(answer.status).toBe(status);
  expect(answer.problem?.detail).toMatch(sentence);
});

test('a text of ten four-byte characters is long enough', async () => {
  const { reporter } = await world();
  expect((await report(reporter, { reportType: '9', Text: '🏁'.repeat(10) })).status).toBe(200);
  expect((await report(reporter, { reportType: '9', Text: '🏁'.repeat(9) })).status).toBe(400);
});

test('visitors must sign in; cases of an edition look missing to those without a role there', async () => {
  const { ctx, reporter, moderator } = await world();
  const visitor = visitorOf(await testCtx({ db }));
  expect(await visitor('POST', '/postcreate', { ...words, reportType: '9' })).toBe(401);
  const CaseId = await filed(reporter, { reportType: '9' });
  const form = { site: ctx.site.code, case: `${CaseId}`, Act: 'take' };
  expect(await visitor('POST', '/moderation/case', form)).toBe(401);
  const elsewhere = await grantRole(await asMember(ctx), Level.administrator, [ctx.sites[1]?.code ?? '']);
  for (const who of [reporter, elsewhere]) expect((await handle(who, CaseId, form)).status).toBe(404);
  expect((await handle(moderator, 2_000_000, { Act: 'take' })).status).toBe(404);
  expect(await openReports(ctx)).toBe(0);
  expect(await openReports(moderator)).toBeGreaterThan(0);
});

test('what the reporter cannot see cannot be reported, and looks as if it did not exist', async () => {
  const { ctx, reporter, moderator } = await world();
  const hidden = await makeTrack(ctx, { isPublic: false });
  const unlisted = await makeTrack(ctx, { isListed: false });
  const commentId = await makeComment(ctx, hidden);
  const statusOf = async (who: TestCtx, form: Record<string, string>) => (await report(who, form)).status;
  expect(await statusOf(reporter, { reportType: '1', subjectId: `${hidden}` })).toBe(404);
  expect(await statusOf(reporter, { reportType: '8', subjectId: `${hidden}` })).toBe(404);
  expect(await statusOf(reporter, { reportType: '4', subjectId: `${commentId}` })).toBe(404);
  expect(await statusOf(reporter, { reportType: '1', subjectId: `${unlisted}` })).toBe(404);
  const { secret_key: key } = await db
    .selectFrom('track')
    .where('site', '=', ctx.site.code)
    .where('track_id', '=', unlisted)
    .select('secret_key')
    .executeTakeFirstOrThrow();
  expect(await statusOf(reporter, { reportType: '1', subjectId: `${unlisted}`, key })).toBe(200);
  expect(await statusOf(moderator, { reportType: '1', subjectId: `${hidden}` })).toBe(200);
});

test('one open report per user and subject; afterwards there may be another', async () => {
  const { reporter, moderator, trackId } = await world();
  const form = { reportType: '1', subjectId: `${trackId}` };
  const answers = await Promise.all([report(reporter, form), report(reporter, form)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const made = answers.find(({ status }) => status === 200)?.json<{ CaseId: number }>();
  expect(await queued(moderator, made?.CaseId ?? 0)).toMatchObject({ reports: 1 });
  await handle(moderator, made?.CaseId ?? 0, { Act: 'reject', Answer: 'It is fine.' });
  expect((await report(reporter, form)).status).toBe(200);
});

test('twenty per day, and again on the next day', async () => {
  const { ctx, reporter } = await world();
  const people = await Promise.all(Array.from({ length: 21 }, () => makeMember(ctx)));
  const statuses: number[] = [];
  for (const { userId } of people)
    statuses.push((await report(reporter, { reportType: '2', subjectId: `${userId}` })).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  ctx.clock.forward({ days: 1 });
  expect((await report(reporter, { reportType: '9' })).status).toBe(200);
});
