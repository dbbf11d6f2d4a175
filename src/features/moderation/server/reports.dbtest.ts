import { expect, test } from 'vitest';
import { nextId } from '#db/ids.ts';
import { moderationLog } from '#features/modlog/server/list.ts';
import { Level } from '#lib/codes/level.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { visitorOf } from '#testing/writes.ts';
import { openReports, reportQueue } from './list.ts';

const { db } = await testDb();

const words = { Reason: 'spam', Text: 'The same text on every track.' };

const post = async (ctx: TestCtx, path: string, form: Record<string, string>) =>
  (await Uploader.of(ctx)).ask('POST', path, { form: new URLSearchParams(form) });
const report = (ctx: TestCtx, form: Record<string, string>) =>
  post(ctx, '/postcreate', { ...words, ...form });
const handle = (ctx: TestCtx, id: number, form: Record<string, string>) => post(ctx, `/reports/${id}`, form);

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

const queue = (ctx: TestCtx, state: 'open' | 'taken' | 'solved' | 'rejected' = 'open') =>
  reportQueue(ctx, state, { at: 'first' });

async function world() {
  const ctx = await asMember(await testCtx({ db }));
  const reporter = await asMember(ctx);
  const moderator = await asMember(ctx, Level.moderator);
  return { ctx, reporter, moderator, trackId: await makeTrack(ctx) };
}

test('a comment is reported, taken, solved; it is logged and the reporter is notified', async () => {
  const { ctx, reporter, moderator, trackId } = await world();
  const commentId = await makeComment(ctx, trackId);
  const filed = await report(reporter, { reportType: '4', subjectId: `${commentId}` });
  expect(filed.status).toBe(200);
  const { ReportId } = filed.json<{ ReportId: number }>();
  const [row] = (await queue(moderator)).rows.filter((queued) => queued.reportId === ReportId);
  expect(row).toMatchObject({
    subjectKind: 'comment',
    reporter: { Name: reporter.viewer.name },
    reason: 'spam',
    text: words.Text,
    waiting: 1,
  });
  expect(row?.subject).toMatchObject({
    quote: 'Buy now!',
    owner: { Name: ctx.viewer.name },
    link: `/trackshow/${trackId}?comment=${commentId}#comment-${commentId}`,
  });
  expect((await handle(moderator, ReportId, { Act: 'take' })).status).toBe(200);
  const unanswered = await handle(moderator, ReportId, { Act: 'solve', Answer: '  ' });
  expect(unanswered).toMatchObject({ status: 400, problem: { field: 'Answer' } });
  const solved = await handle(moderator, ReportId, { Act: 'solve', Answer: 'Removed, thank you.' });
  expect(solved.json()).toEqual({ ReportId, State: 'solved' });
  const notices = await db
    .selectFrom('notice')
    .where('site', '=', ctx.site.code)
    .where('user_id', '=', reporter.viewer.userId)
    .select(['kind', 'text'])
    .execute();
  expect(notices).toEqual([
    { kind: 'report.ended', text: expect.stringMatching(/was solved: Removed, thank you\.$/) },
  ]);
  const log = await moderationLog(moderator, { at: 'first' }, { kind: 'comment', id: commentId });
  expect(log.rows.map(({ act, reason, by }) => [act, reason, by?.Name])).toEqual([
    ['report.solve', 'Removed, thank you.', moderator.viewer.name],
    ['report.take', `Report ${ReportId} is being looked at.`, moderator.viewer.name],
  ]);
  expect((await handle(moderator, ReportId, { Act: 'reject', Answer: 'no' })).status).toBe(409);
});

test('a taken report stays in the queue of all moderators, with name and time', async () => {
  const { ctx, reporter, moderator, trackId } = await world();
  const other = await asMember(ctx, Level.moderator);
  const { ReportId } = (await report(reporter, { reportType: '1', subjectId: `${trackId}` })).json<{
    ReportId: number;
  }>();
  const seenBy = async (who: TestCtx, page: 'open' | 'taken') =>
    (await queue(who, page)).rows.find(({ reportId }) => reportId === ReportId);
  expect(await seenBy(other, 'open')).toMatchObject({ state: 'open', handler: null, handledAt: null });
  expect(await seenBy(other, 'taken')).toBeUndefined();
  await handle(moderator, ReportId, { Act: 'take' });
  for (const who of [moderator, other]) {
    for (const page of ['open', 'taken'] as const) {
      expect(await seenBy(who, page)).toMatchObject({
        state: 'taken',
        handler: { UserId: moderator.viewer.userId, Name: moderator.viewer.name },
        handledAt: ctx.clock.now(),
      });
    }
  }
  await handle(moderator, ReportId, { Act: 'solve', Answer: 'Removed, thank you.' });
  expect(await seenBy(moderator, 'open')).toBeUndefined();
  expect(await seenBy(moderator, 'taken')).toBeUndefined();
});

test('after a decision a browser is back on the page of the queue it came from', async () => {
  const { reporter, moderator, trackId } = await world();
  const { ReportId } = (await report(reporter, { reportType: '1', subjectId: `${trackId}` })).json<{
    ReportId: number;
  }>();
  const browser = await Uploader.of(moderator);
  const placeAfter = async (form: Record<string, string>) => {
    const answer = await browser.ask('POST', `/reports/${ReportId}`, {
      form: new URLSearchParams(form),
      headers: { accept: 'text/html' },
    });
    return answer.headers.location ?? answer.page?.path;
  };
  const here = `#report-${ReportId}`;
  expect(await placeAfter({ Act: 'solve', state: 'open', after: '12.3' })).toBe(
    '/reports?state=open&after=12.3',
  );
  expect(await placeAfter({ Act: 'take', state: 'open', after: '12.3' })).toBe(
    `/reports?state=open&after=12.3${here}`,
  );
  expect(await placeAfter({ Act: 'reject', Answer: 'No.', state: 'x', before: '//evil.example' })).toBe(
    `/reports${here}`,
  );
});

test('a report taken by another moderator must be taken over first', async () => {
  const { ctx, reporter, moderator, trackId } = await world();
  const other = await asMember(ctx, Level.moderator);
  const { ReportId } = (await report(reporter, { reportType: '1', subjectId: `${trackId}` })).json<{
    ReportId: number;
  }>();
  await handle(moderator, ReportId, { Act: 'take' });
  expect((await handle(other, ReportId, { Act: 'solve', Answer: 'x' })).status).toBe(403);
  expect((await handle(other, ReportId, { Act: 'take' })).status).toBe(200);
  expect((await handle(moderator, ReportId, { Act: 'solve', Answer: 'x' })).status).toBe(403);
  expect((await handle(other, ReportId, { Act: 'reject', Answer: 'It is fine.' })).status).toBe(200);
});

test('of two concurrent decisions one succeeds', async () => {
  const { ctx, reporter, moderator, trackId } = await world();
  const other = await asMember(ctx, Level.moderator);
  const { ReportId } = (await report(reporter, { reportType: '1', subjectId: `${trackId}` })).json<{
    ReportId: number;
  }>();
  const both = await Promise.all([
    handle(moderator, ReportId, { Act: 'solve', Answer: 'Yes.' }),
    handle(other, ReportId, { Act: 'reject', Answer: 'No.' }),
  ]);
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
});

test.each([
  ['nothing is named', { reportType: '1', subjectId: '' }, 400, /subjectId/],
  ['the type is unknown', { reportType: '11', subjectId: '1' }, 400, /reportType/],
  ['the kind does not fit', { reportType: '4', subjectId: '1', of: 'track' }, 400, /comment or replay/],
  ['it does not exist', { reportType: '1', subjectId: '99999' }, 404, /track was not found/],
  ['the reason is none of the list', { reportType: '9', Reason: 'because' }, 400, /choose one/],
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

test('visitors must sign in; only moderators handle and count reports', async () => {
  const { ctx, reporter, moderator } = await world();
  const visitor = visitorOf(await testCtx({ db }));
  expect(await visitor('POST', '/postcreate', { ...words, reportType: '9' })).toBe(401);
  const { ReportId } = (await report(reporter, { reportType: '9' })).json<{ ReportId: number }>();
  expect(await visitor('POST', `/reports/${ReportId}`, { Act: 'take' })).toBe(401);
  expect((await handle(reporter, ReportId, { Act: 'take' })).status).toBe(403);
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
  const { ctx, reporter, moderator, trackId } = await world();
  const form = { reportType: '1', subjectId: `${trackId}` };
  const [first, second] = await Promise.all([report(reporter, form), report(reporter, form)]);
  expect([first?.status, second?.status].sort()).toEqual([200, 409]);
  const third = await asMember(ctx);
  expect((await report(third, form)).status).toBe(200);
  const [row] = (await queue(moderator)).rows.filter(({ subjectId }) => subjectId === trackId);
  expect(row?.waiting).toBe(2);
  await handle(moderator, row?.reportId ?? 0, { Act: 'reject', Answer: 'It is fine.' });
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

test('the queue is sorted by age and paged by keys; decided reports start with the newest', async () => {
  const { ctx, moderator } = await world();
  const there = seenFrom(moderator, { site: ctx.sites[1]?.code ?? '' });
  const member = await asMember(there);
  const crew = seenFrom(there, { viewer: await makeMember(there, Level.moderator) });
  const site = there.site.code;
  for (let minute = 0; minute < 25; minute++) {
    await db
      .insertInto('report')
      .values({
        site,
        report_id: nextId('report', site),
        subject_kind: 'user',
        subject_id: 100_000 + minute,
        user_id: member.viewer.userId,
        reason: 'other',
        text: `number ${minute}`,
        reported_at: new Date(ctx.clock.now().getTime() + minute * 60_000),
        handled_by: null,
        handled_at: null,
        answer: null,
      })
      .execute();
  }
  const first = await queue(crew);
  expect(first.rows.map((row) => row.text).slice(0, 2)).toEqual(['number 0', 'number 1']);
  expect(first.rows).toHaveLength(20);
  const key = new URLSearchParams(first.next ?? '').get('after') ?? '';
  const second = await reportQueue(crew, 'open', { at: 'after', key: key.split('.').map(Number) });
  expect(second.rows.map((row) => row.text)).toEqual(
    [20, 21, 22, 23, 24].map((minute) => `number ${minute}`),
  );
  expect(second.next).toBeNull();
  for (const row of second.rows)
    await handle(crew, row.reportId, { Act: 'reject', Answer: 'Nobody by that number.' });
  expect((await queue(crew, 'rejected')).rows.map((row) => row.text).slice(0, 2)).toEqual([
    'number 24',
    'number 23',
  ]);
});
