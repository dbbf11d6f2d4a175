import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { openCase } from '#features/cases/server/actions.ts';
import { savedViews } from '#features/cases/server/saved-views.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeComment } from '#testing/make-lists.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { shownCase } from './case-page.ts';
import { usersNamed } from './queue.ts';

const { db } = await testDb({ editions: 'all' });

async function world() {
  const author = await asMember(await testCtx({ db }));
  const reporter = await asMember(author);
  const crew = async () => grantRole(await asMember(author), Level.moderator, [author.site.code]);
  const [moderator, other] = [await crew(), await crew()];
  const trackId = await makeTrack(author);
  const id = await makeComment(author, { trackId, userId: author.viewer.userId, text: 'Buy now!' });
  const form = { reportType: '4', subjectId: `${id}`, Reason: 'spam', Text: 'The same text everywhere.' };
  const { CaseId } = (await post(reporter, '/postcreate', form)).json<{ CaseId: number }>();
  return { author, reporter, moderator, other, id, caseId: CaseId };
}

const post = async (ctx: TestCtx, path: string, form: Record<string, string>) =>
  (await Uploader.of(ctx)).ask('POST', path, { form: new URLSearchParams(form) });

const act = (ctx: TestCtx, caseId: number, form: Record<string, string>) =>
  post(ctx, '/moderation/act', {
    site: ctx.site.code,
    kind: 'comment',
    act: 'comment.delete',
    case: `${caseId}`,
    settle: '1',
    ...form,
  });

const see = (ctx: TestCtx, caseId: number) => shownCase(ctx, ctx.site.code, caseId, 'https://tmnf.example');

const noticesOf = async (ctx: TestCtx) =>
  (
    await forSite(ctx, 'notice')
      .where('user_id', '=', ctx.viewer.userId)
      .orderBy('notice_id')
      .select('text')
      .execute()
  ).map(({ text }) => text);

test('the page shows the subject in its context, the possible acts with their keys, and the author', async () => {
  const { author, moderator, caseId } = await world();
  const shown = await see(moderator, caseId);
  expect(shown.subject).toMatchObject({ quote: 'Buy now!', isGone: false });
  expect(shown.record.reports).toMatchObject([{ reason: 'spam', text: 'The same text everywhere.' }]);
  expect(shown.person).toMatchObject({ Name: author.viewer.name, cases: 1, openCases: 1 });
  const names = shown.acts.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['comment.delete', 'user.warn']));
  expect(names).not.toContain('comment.restore');
  expect(shown.acts.find(({ name }) => name === 'comment.delete')).toMatchObject({
    template: 'spam',
    key: 'r',
  });
  const keys = shown.acts.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

test('an act settles its case in the same transaction, with a template as its reason; the reporter is notified of both', async () => {
  const { author, reporter, moderator, id, caseId } = await world();
  const answer = await act(moderator, caseId, { id: `${id}`, Template: 'spam' });
  expect(answer.json()).toMatchObject({ CaseId: caseId, Settled: true });
  const { record, acts, log } = await see(moderator, caseId);
  expect(acts).toEqual([]);
  expect(record.settled).toMatchObject({
    outcome: 'solved',
    by: { Name: moderator.viewer.name },
    answer: 'Removed a comment. This is advertising or was posted repeatedly.',
  });
  expect(log.map((row) => [row.act, row.caseId])).toEqual([['comment.delete', caseId]]);
  expect(await noticesOf(reporter)).toEqual([expect.stringContaining('was solved: Removed a comment.')]);
  expect(await noticesOf(author)).toHaveLength(1);
});

test('of two moderators who act on a case at once one succeeds; a taken case is settled only by the moderator who took it', async () => {
  const { reporter, moderator, other, id, caseId } = await world();
  const form = { id: `${id}`, Reason: 'Spam.' };
  const take = { site: moderator.site.code, case: `${caseId}`, Act: 'take' };
  expect((await post(moderator, '/moderation/case', take)).status).toBe(200);
  expect(await act(other, caseId, form)).toMatchObject({
    status: 409,
    problem: { detail: expect.stringContaining('has taken this case') },
  });
  expect((await see(other, caseId)).subject?.isGone).toBe(false);
  const both = await Promise.all([act(moderator, caseId, form), act(moderator, caseId, form)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await noticesOf(reporter)).toHaveLength(1);
});

test('what its author deletes while it is under review stays a case: shown as removed, and settled without an act', async () => {
  const { author, reporter, moderator, id, caseId } = await world();
  expect((await post(author, `/commentdelete/${id}`, {})).status).toBe(200);
  const shown = await see(moderator, caseId);
  expect(shown.subject).toMatchObject({ isGone: true, quote: 'Buy now!' });
  expect(shown.acts.map(({ name }) => name)).not.toContain('comment.delete');
  expect(await act(moderator, caseId, { id: `${id}`, Reason: 'Spam.' })).toMatchObject({ status: 409 });
  expect((await see(moderator, caseId)).record.state).toBe('open');
  const reject = {
    site: moderator.site.code,
    case: `${caseId}`,
    Act: 'solve',
    Answer: 'Its author removed it.',
  };
  expect((await post(moderator, '/moderation/case', reject)).status).toBe(200);
  expect(await noticesOf(reporter)).toEqual([expect.stringMatching(/was solved: Its author removed it\.$/)]);
});

test('a case about something that no longer exists can be settled', async () => {
  const { moderator } = await world();
  const caseId = await inTransaction(moderator, (tx) =>
    openCase(tx, { subject: { kind: 'comment', id: 2_000_000 }, source: 'hint', score: 10, text: 'Gone.' }),
  );
  expect(await see(moderator, caseId)).toMatchObject({ subject: undefined, acts: [], person: null });
  const form = { site: moderator.site.code, case: `${caseId}`, Act: 'reject', Answer: 'It is gone.' };
  expect((await post(moderator, '/moderation/case', form)).status).toBe(200);
});

test('a case of an edition without a role looks as if it did not exist', async () => {
  const { author, reporter, caseId } = await world();
  const elsewhere = await grantRole(await asMember(author), Level.administrator, [
    author.sites[1]?.code ?? '',
  ]);
  for (const who of [reporter, elsewhere])
    await expect(see(who, caseId)).rejects.toMatchObject({ status: 404 });
  await expect(see(elsewhere, 2_000_000)).rejects.toMatchObject({ status: 404 });
});

test('views are saved by name for all editions, replaced, deleted, and at most twelve', async () => {
  const { reporter, moderator } = await world();
  const save = (ctx: TestCtx, form: Record<string, string>) => post(ctx, '/moderation/view', form);
  expect((await save(reporter, { Name: 'Mine', query: 'kind=track' })).status).toBe(403);
  expect((await save(moderator, { Name: ' ', query: 'kind=track' })).status).toBe(400);
  expect((await save(moderator, { Name: 'Mine', query: 'kind=track&evil=1&score=40' })).status).toBe(200);
  expect((await save(moderator, { Name: 'Mine', query: 'source=held' })).status).toBe(200);
  const there = { ...moderator, site: moderator.sites[1] ?? moderator.site };
  expect(await savedViews(there)).toEqual([{ name: 'Mine', query: 'source=held' }]);
  for (let at = 1; at < 12; at++) await save(moderator, { Name: `View ${at}`, query: 'days=7' });
  expect((await save(moderator, { Name: 'One more', query: 'days=7' })).status).toBe(409);
  expect((await save(moderator, { Name: 'Mine', Act: 'delete' })).status).toBe(200);
  expect((await savedViews(moderator)).map(({ name }) => name)).not.toContain('Mine');
});

test('a moderator finds users of their editions by a part of the name, each once', async () => {
  const { author, moderator, reporter } = await world();
  const found = async (name: string) => (await usersNamed(moderator, name)).map(({ Name }) => Name);
  const { name, userId } = author.viewer;
  expect(await found(name.slice(1))).toEqual([name]);
  expect(await usersNamed(moderator, name)).toMatchObject([{ UserId: userId, site: author.site.code }]);
  expect(await found(`${name}x`)).toEqual([]);
  await expect(usersNamed(reporter, name)).rejects.toMatchObject({ status: 403 });
});

test('acts that remove or sanction are marked as severe', async () => {
  const { moderator, caseId } = await world();
  const { acts } = await see(moderator, caseId);
  const severe = acts.filter(({ isSevere }) => isSevere).map(({ name }) => name);
  expect(severe).toEqual(expect.arrayContaining(['comment.delete', 'user.suspend']));
  expect(severe).not.toContain('user.lift');
});
