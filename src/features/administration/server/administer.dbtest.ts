import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { app } from '#app.ts';
import { forSite } from '#db/for-site.ts';
import { savedAct } from '#features/moderation/log/server/show.ts';
import { Level } from '#lib/codes/level.ts';
import { accountClient, networkClient } from '#platform/admission/clients.ts';
import { clientHash } from '#platform/admission/limited-clients.ts';
import { failedJobs } from '#platform/jobs/failed.ts';
import { openJobQueue } from '#platform/jobs/pg-boss.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { visitorOf } from '#testing/writes.ts';

const { db, url } = await testDb({ editions: 'all' });
const ctx = await testCtx({ db, site: 'tmnf' });
const member = await asMember(ctx);
const crew = async (level: Level, sites: readonly string[] | 'all') =>
  grantRole(await asMember(ctx), level, sites);
const people = {
  member,
  moderator: await crew(Level.moderator, ['tmnf']),
  'leader elsewhere': await crew(Level.siteLeader, ['tmn']),
  leader: await crew(Level.siteLeader, ['tmnf']),
  'administrator here': await crew(Level.administrator, ['tmnf']),
  administrator: await crew(Level.administrator, 'all'),
};
const leader = people.leader;
const admin = people.administrator;

const post = async (who: TestCtx, path: string, form: Record<string, string>) =>
  (await Uploader.of(who)).ask('POST', path, {
    form: new URLSearchParams({ site: 'tmnf', Reason: 'Because.', ...form }),
  });
const administer = (who: TestCtx, act: string, form: Record<string, string>) =>
  post(who, '/administration', { act, ...form });

const lastAct = () =>
  forSite(ctx, 'moderation_act').orderBy('act_id', 'desc').limit(1).selectAll().executeTakeFirstOrThrow();
const undo = async (who: TestCtx) =>
  post(who, '/moderation/undo', { actId: `${(await lastAct()).act_id}`, Reason: 'A mistake.' });

const board = {
  Title: 'Contests',
  About: 'What is on.',
  Position: '3',
  ReadLevel: '0',
  WriteLevel: '2',
  ReplyLevel: '1',
};
const aJob = '00000000-0000-4000-8000-000000000001';

beforeAll(async () => {
  const queue = await openJobQueue({ url, jobs: app.jobs, log: pino({ level: 'silent' }) });
  await queue.stop();
});

const [someQueue = ''] = app.jobs.map(({ name }) => name);
const addFailedJob = () =>
  sql`insert into pgboss.job (id, name, state, output, retry_count, retry_limit, completed_on)
    values (${aJob}::uuid, ${someQueue}, 'failed', '{"message": "The disk is full.", "stack": "at x"}', 2, 2, now())`.execute(
    db,
  );

test.each([
  ['settings.change', { Settings: 'Banner', Banner: 'x' }, { leader: true, here: true }],
  ['settings.change', { Settings: 'ReadOnly' }, { leader: false, here: true }],
  ['settings.change', { Settings: 'AboutText', AboutText: 'x' }, { leader: true, here: true }],
  ['settings.change', { Settings: 'ContactText', ContactText: 'x' }, { leader: true, here: true }],
  ['settings.change', { Settings: 'ImprintText', ImprintText: 'x' }, { leader: false, here: true }],
  ['role.change', { Name: 'nobody', Role: '4', Where: 'here' }, { leader: true, here: true }],
  ['title.change', { Name: 'nobody', Title: 'x' }, { leader: true, here: true }],
  ['crew.add', { Name: 'nobody', Title: 'x', From: '2010', To: '2011' }, { leader: true, here: true }],
  ['crew.order', { Names: 'nobody' }, { leader: true, here: true }],
  ['board.remove', { BoardId: '9999' }, { leader: true, here: true }],
  ['track.type', { TrackId: '9999', Type: '2' }, { leader: true, here: true }],
  ['limits.lift', { Name: 'nobody' }, { leader: false, here: false }],
  ['job.retry', { Queue: 'x', JobId: aJob }, { leader: false, here: false }],
])('%s %j: who reaches it, by HTTP', async (act, form, may) => {
  const status = async (who: TestCtx) => (await administer(who, act, form)).status;
  const visit = visitorOf(ctx);
  expect(await visit('POST', '/administration', { site: 'tmnf', act, Reason: 'x', ...form })).toBe(401);
  expect(await status(people.member)).toBe(404);
  expect(await status(people['leader elsewhere'])).toBe(404);
  expect(await status(people.moderator)).toBe(403);
  // a refusal by the subject says that the role was enough
  const reaches = async (who: TestCtx) => ![401, 403].includes(await status(who));
  expect(await reaches(people.leader)).toBe(may.leader);
  expect(await reaches(people['administrator here'])).toBe(may.here);
  expect(await reaches(people.administrator)).toBe(true);
});

test('a role is given, counts at once, is recorded, and is taken back by an undo', async () => {
  const other = await asMember(ctx);
  const form = { Name: other.viewer.name, Role: '4', Where: 'here' };
  expect((await administer(leader, 'role.change', form)).status).toBe(200);
  expect(await lastAct()).toMatchObject({
    act: 'role.change',
    subject_kind: 'user',
    person_id: other.viewer.userId,
    before: { Role: 'none', level: 0 },
    after: { Role: 'Moderator', level: 4 },
  });
  expect((await administer(leader, 'role.change', form)).status).toBe(409);
  expect((await administer(leader, 'role.change', { ...form, Role: '5' })).status).toBe(403);
  expect((await administer(other, 'board.remove', { BoardId: '1' })).status).toBe(403); // a moderator now, no longer 404
  expect((await undo(leader)).status).toBe(200);
  expect((await administer(other, 'board.remove', { BoardId: '1' })).status).toBe(404);
});

test('a role is given on several editions in one step, as far as the person does not have it yet', async () => {
  const other = await asMember(ctx);
  const form = { Name: other.viewer.name, Role: '4', Where: 'here' };
  const roles = () =>
    db
      .selectFrom('role_grant')
      .where('account_id', '=', other.viewer.accountId)
      .select(['site', 'level'])
      .orderBy('site')
      .execute();
  // nobody reaches an edition where they have no role, and then nothing is given here either
  expect((await administer(leader, 'role.change', { ...form, Also: 'tmo' })).status).toBe(404);
  expect(await roles()).toEqual([]);
  expect((await administer(admin, 'role.change', form)).status).toBe(200);
  expect((await administer(admin, 'role.change', { ...form, Also: 'tmo' })).status).toBe(200);
  expect(await roles()).toEqual([
    { site: 'tmnf', level: 4 },
    { site: 'tmo', level: 4 },
  ]);
  expect((await administer(admin, 'role.change', { ...form, Also: 'tmo' })).status).toBe(409);
});

test('nobody changes their own role, and only an administrator of all editions appoints administrators', async () => {
  const own = { Name: admin.viewer.name, Role: '4', Where: 'everywhere' };
  expect((await administer(admin, 'role.change', own)).status).toBe(403);
  const other = { Name: member.viewer.name, Role: '6', Where: 'here' };
  expect((await administer(people['administrator here'], 'role.change', other)).status).toBe(403);
  expect((await administer(admin, 'role.change', { ...other, Where: 'everywhere' })).status).toBe(200);
  expect((await undo(people['administrator here'])).status).toBe(403);
  expect((await undo(admin)).status).toBe(200);
});

test('a title is given and taken back, unless it was changed since', async () => {
  const Name = member.viewer.name;
  expect((await administer(leader, 'title.change', { Name, Title: 'The 5th' })).status).toBe(200);
  const first = await lastAct();
  expect((await administer(leader, 'title.change', { Name, Title: 'The 6th' })).status).toBe(200);
  const early = await post(leader, '/moderation/undo', { actId: `${first.act_id}` });
  expect(early).toMatchObject({ status: 409, problem: { detail: expect.stringContaining('again since') } });
  expect((await undo(leader)).status).toBe(200);
  const row = await forSite(ctx, 'profile')
    .where('user_id', '=', member.viewer.userId)
    .select('custom_title')
    .executeTakeFirst();
  expect(row?.custom_title).toBe('The 5th');
});

test('a time in the crew is added, removed and brought back', async () => {
  const rows = () => forSite(ctx, 'former_crew').select(['title', 'from_year', 'to_year']).execute();
  const form = { Name: member.viewer.name, Title: 'Moderator', From: '2009', To: '2012' };
  expect((await administer(leader, 'crew.add', { ...form, To: '2008' })).status).toBe(400);
  expect((await administer(leader, 'crew.add', form)).status).toBe(200);
  expect((await administer(leader, 'crew.add', form)).status).toBe(409);
  const row = { UserId: `${member.viewer.userId}`, From: '2009' };
  expect((await administer(leader, 'crew.remove', row)).status).toBe(200);
  expect(await rows()).toEqual([]);
  expect((await undo(leader)).status).toBe(200);
  expect(await rows()).toEqual([{ title: 'Moderator', from_year: 2009, to_year: 2012 }]);
  expect((await undo(leader)).status).toBe(200);
  expect(await rows()).toEqual([]);
});

test('a board is created, changed and removed, each undone', async () => {
  const boards = async () =>
    (
      await forSite(ctx, 'forum_board')
        .where('board_id', '>=', 100)
        .select(['board_id', 'title', 'reply_level'])
        .execute()
    ).map(({ board_id, title, reply_level }) => `${board_id} ${title} ${reply_level}`);
  expect((await administer(leader, 'board.create', board)).status).toBe(200);
  expect(await boards()).toEqual(['100 Contests 1']);
  const changed = { ...board, BoardId: '100', Title: 'Cups', ReplyLevel: '4' };
  expect((await administer(leader, 'board.change', changed)).status).toBe(200);
  expect(await boards()).toEqual(['100 Cups 4']);
  expect((await undo(leader)).status).toBe(200);
  expect(await boards()).toEqual(['100 Contests 1']);
  expect((await administer(leader, 'board.remove', { BoardId: '100' })).status).toBe(200);
  expect((await undo(leader)).status).toBe(200);
  expect(await boards()).toEqual(['100 Contests 1']);
  expect((await undo(leader)).status).toBe(200);
  expect(await boards()).toEqual([]);
  expect((await administer(leader, 'board.remove', { BoardId: '14' })).status).toBe(409);
});

test('a track counts on the board of Nadeo tracks', async () => {
  const trackId = await makeTrack(member);
  const form = { TrackId: `${trackId}`, Type: '2' };
  expect((await administer(leader, 'track.type', form)).status).toBe(200);
  expect(await lastAct()).toMatchObject({ act: 'track.type', after: { Type: 'Nadeo' } });
  expect((await administer(leader, 'track.type', form)).status).toBe(409);
});

test('the order of the crew is a setting', async () => {
  expect((await administer(leader, 'crew.order', { Names: ` ${leader.viewer.name}\r\n\n` })).status).toBe(
    200,
  );
  expect(ctx.switches.of('tmnf').crewOrder).toEqual([leader.viewer.userId]);
  expect((await undo(leader)).status).toBe(200);
  expect(ctx.switches.of('tmnf').crewOrder).toEqual([]);
});

test('a failed job shows its reason, runs again or is deleted', async () => {
  await addFailedJob();
  expect(await failedJobs(ctx)).toEqual([
    expect.objectContaining({ queue: someQueue, tries: 3, reason: 'The disk is full.' }),
  ]);
  const job = { Queue: someQueue, JobId: aJob };
  expect((await administer(admin, 'job.retry', job)).status).toBe(200);
  expect(await failedJobs(ctx)).toEqual([]);
  expect((await administer(admin, 'job.retry', job)).status).toBe(404);
  await sql`update pgboss.job set state = 'failed' where id = ${aJob}::uuid`.execute(db);
  expect((await administer(admin, 'job.delete', job)).status).toBe(200);
  expect((await undo(admin)).status).toBe(409);
});

test.each([
  ['without a reason', { Reason: ' ' }, 'Reason'],
  ['of an unknown act', { act: 'constructor' }, 'act'],
  ['with a wrong number', { Settings: 'PostsPerDay', PostsPerDay: 'many' }, 'PostsPerDay'],
  ['with a text that is too long', { Settings: 'Banner', Banner: 'x'.repeat(301) }, 'Banner'],
])('a form %s is refused and names the field', async (_, form, field) => {
  const all = { act: 'settings.change', Settings: 'Banner', Banner: 'New', ...form };
  const answer = await post(admin, '/administration', all);
  expect(answer).toMatchObject({ status: 400, problem: { field } });
  expect(ctx.switches.of('tmnf').banner).not.toBe('New');
});

test('another edition is administered from here', async () => {
  const form = { site: 'tmn', Settings: 'Banner', Banner: 'Over there' };
  expect((await administer(admin, 'settings.change', form)).status).toBe(200);
  expect(ctx.switches.of('tmn').banner).toBe('Over there');
  expect(
    (await administer(people['leader elsewhere'], 'settings.change', { ...form, Banner: '' })).status,
  ).toBe(200);
});

test('after a change the page that had the form names the act; if nothing changed, it says so', async () => {
  const form = { section: 'announcement', Settings: 'Banner', Banner: 'A race on Sunday' };
  const change = await administer(admin, 'settings.change', form);
  const { act_id } = await lastAct();
  expect(change.json()).toEqual({ Site: 'tmnf', Section: 'announcement', ActId: act_id });
  expect(await savedAct(admin, `${act_id}`)).toMatchObject({
    label: 'Changed a setting',
    after: { Banner: 'A race on Sunday' },
  });
  expect(await savedAct(leader, `${act_id}`)).toBeNull();
  expect((await administer(admin, 'settings.change', form)).json()).toMatchObject({ ActId: null });
});

test('limits are lifted by name, by address and from the list, and the log names no address', async () => {
  const { admission } = ctx;
  const name = member.viewer.name;
  expect((await administer(admin, 'limits.lift', { Name: name })).status).toBe(200);
  expect(admission.isLifted(accountClient(member.viewer.accountId ?? 0))).toBe(true);
  expect(await lastAct()).toMatchObject({ act: 'limits.lift', reason: 'Because.', after: { Client: name } });
  expect((await administer(admin, 'limits.lift', { Name: '2001:db8::1' })).status).toBe(200);
  expect(admission.isLifted(networkClient('2001:db8::2'))).toBe(true);
  expect(JSON.stringify(await lastAct())).not.toContain('2001');
  const listed = clientHash(ctx, networkClient('192.0.2.9'));
  expect((await administer(admin, 'limits.lift', { Client: listed })).status).toBe(200);
  expect(admission.isLifted(networkClient('192.0.2.9'))).toBe(true);
  expect((await administer(admin, 'limits.lift', { Client: 'a'.repeat(21) })).status).toBe(400);
  expect((await administer(admin, 'limits.lift', {})).status).toBe(400);
  expect((await undo(admin)).status).toBe(409);
});
