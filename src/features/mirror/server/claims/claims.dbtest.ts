import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from '#app.ts';
import { forSite } from '#db/for-site.ts';
import { type Remote, RemoteRefusal } from '#platform/remote/remote.ts';
import type { TestCtx } from '#testing/ctx.ts';
import { copyFrom, mirrorTarget } from '#testing/mirror-copy.ts';
import { type MirrorSource, mirrorSource } from '#testing/mirror-source.ts';
import { Person } from '#testing/track-people.ts';
import { claimantOf } from '../repo.ts';

let source: MirrorSource;
beforeAll(async () => {
  source = await mirrorSource();
});
afterAll(() => source.stop());

/** The profiles at the source as its API shows them: their text by their id there. */
const texts = new Map<number, string>();
const asked: { url: string; hosts: unknown }[] = [];
let answerOf = (id: number): unknown => ({
  More: false,
  Results: [{ UserId: id, Name: 'x', UserComments: texts.get(id) ?? '' }],
});
const usual = answerOf;
const remote: Remote = {
  async get(url, { hosts }) {
    asked.push({ url, hosts });
    const answer = answerOf(Number(new URL(url).searchParams.get('id')));
    if (answer instanceof RemoteRefusal) throw answer;
    return { url, type: 'application/json', bytes: Buffer.from(JSON.stringify(answer)) };
  },
  post: async () => {
    throw new Error('nothing is sent');
  },
};

const copying = (ctx: TestCtx) => copyFrom(source, ctx);

async function copy() {
  const ctx = await mirrorTarget(remote);
  await copying(ctx);
  const { rows } = await sql<{ source_id: number; local_id: number }>`select source_id, local_id from mirrored
    where site = 'tmnf' and kind = 'user'`.execute(ctx.db);
  const here = (person: Person) => rows.find(({ source_id }) => source_id === person.userId)?.local_id ?? 0;
  return { ctx, ann: here(source.ann), ben: here(source.ben) };
}

const codeOf = async (ctx: TestCtx, copied: number, person: Person) => {
  const { code } = await forSite(ctx, 'user_claim')
    .where('copied_id', '=', copied)
    .where('user_id', '=', person.userId)
    .select('code')
    .executeTakeFirstOrThrow();
  return `paddock-${code}`;
};
const begin = async (ctx: TestCtx, copied: number, person: Person) => {
  expect((await person.post(`/userclaim/${copied}`)).status).toBe(200);
  return codeOf(ctx, copied, person);
};
const check = (copied: number, person: Person) => person.post(`/userclaim/${copied}/check`);
const settle = async (ctx: TestCtx) => {
  await ctx.jobs.runAll(ctx);
  await app.jobs.find(({ name }) => name === 'complete-closings')?.run(ctx, 'test', {});
};

/** Columns about users in which a profile is named, apart from those that hold accounts. */
async function placesOf(ctx: TestCtx, userId: number): Promise<string[]> {
  const found: string[] = [];
  for (const place of app.personalData.flatMap(({ covers }) => covers)) {
    const [table = '', column = ''] = place.split('.');
    if (column.includes('account') || column === 'granted_by' || place === 'profile.user_id') continue;
    const { rows } = await sql`select from ${sql.table(table)}
      where site = ${ctx.site.code} and ${sql.ref(column)} = ${userId} limit 1`.execute(ctx.db);
    if (rows.length > 0) found.push(place);
  }
  return found.sort();
}

test('a user who proves to be the user at the source gets everything of the copied profile, and only once', async () => {
  const { ctx, ann } = await copy();
  const [cleo, dan] = [await Person.of(ctx), await Person.of(ctx)];
  const [one = 0, two = 0] = source.tracks;
  ctx.clock.forward({ days: 2 });
  for (const [trackId, Comment] of [
    [one, 'Nice'],
    [two, 'So good'],
  ] as const)
    expect((await cleo.post(`/commentupdate/${trackId}/award/0`, { Comment })).status).toBe(200);
  // other sites know awards without a text
  await sql`update comment set text = '' where site = 'tmnf' and track_id = ${one} and is_award`.execute(
    ctx.db,
  );
  await dan.post(`/togglefavoriteuser/${ann}`);
  await dan.post(`/blockuser/${ann}`);
  expect(await placesOf(ctx, ann)).toEqual(
    expect.arrayContaining([
      'track.uploader_id',
      'pack.owner_id',
      'comment.user_id',
      'favorite_user.favorite_id',
    ]),
  );

  const code = await begin(ctx, ann, cleo);
  expect((await check(ann, cleo)).problem?.detail).toMatch(/isn’t in the profile on source\.localhost yet/);
  texts.set(source.ann.userId, `Hello! ${code.toLowerCase()} [b]bye[/b]`);
  expect((await check(ann, cleo)).status).toBe(200);
  expect(asked.at(-1)?.hosts).toEqual(['source.localhost']);
  expect(asked.at(-1)?.url).toContain(`/api/users?id=${source.ann.userId}&`);

  expect(await claimantOf(ctx, ann)).toBe(cleo.userId);
  expect(await placesOf(ctx, ann)).toEqual(['notice.user_id', 'user_claim.copied_id']);
  const profile = (userId: number) =>
    forSite(ctx, 'profile').where('user_id', '=', userId).selectAll().executeTakeFirstOrThrow();
  // of her awards for her own tracks one had a text, and is a comment now
  expect(await profile(cleo.userId)).toMatchObject({
    tracks: source.tracks.length,
    packs: 1,
    awards_given: 0,
    comments_given: 2,
    favorites: 1,
  });
  const track = (id: number) =>
    forSite(ctx, 'track').where('track_id', '=', id).selectAll().executeTakeFirstOrThrow();
  expect(await track(one)).toMatchObject({ uploader_id: cleo.userId, awards: 0 });
  expect(await track(two)).toMatchObject({ uploader_id: cleo.userId, awards: 1, comments: 1 });

  await settle(ctx);
  expect(await profile(ann)).toMatchObject({ name: 'Deleted user', tracks: 0 });
  expect((await profile(ann)).closed_at).not.toBeNull();
  // a used code, and a profile that is somebody’s
  expect((await check(ann, cleo)).status).toBe(409);
  expect((await dan.post(`/userclaim/${ann}`)).status).toBe(409);

  // the name waits for its user
  const { ann: there } = source;
  const free = await sql<{
    account_id: number;
  }>`select a.account_id from account_look l join account a using (account_id)
    where l.look_key in (select look_key from account_look) and l.free_at is not null`.execute(ctx.db);
  expect(new Set(free.rows.map(({ account_id }) => account_id))).toEqual(
    new Set([cleo.ctx.viewer.accountId]),
  );
  expect(there.name).not.toBe('');

  // what is hers follows the source no longer; what comes later is hers, too
  await source.ann.post(`/trackedit/${one}`, {
    TrackName: 'Renamed',
    Difficulty: '3',
    Tags: '7',
    Routes: '0',
  });
  const late = await source.upload('Late');
  ctx.clock.forward({ days: 1 });
  await copying(ctx);
  expect((await track(one)).name).not.toBe('Renamed');
  expect(await track(late)).toMatchObject({ uploader_id: cleo.userId });
  // the last time, and then the copied profile is erased
  await app.jobs.find(({ name }) => name === 'finish-user-claims')?.run(ctx, 'test', {});
  ctx.clock.forward({ days: 2 });
  await app.jobs.find(({ name }) => name === 'erase-accounts')?.run(ctx, 'test', {});
  expect(await placesOf(ctx, ann)).toEqual(['user_claim.copied_id']);
  expect(await profile(cleo.userId)).toMatchObject({ tracks: source.tracks.length });
});

test('replays of both profiles on one track are one driver’s', async () => {
  const { ctx, ben } = await copy();
  const cleo = await Person.of(ctx);
  const [one = 0] = source.tracks;
  const best = async () =>
    forSite(ctx, 'replay')
      .where('track_id', '=', one)
      .where('is_best', '=', true)
      .orderBy('result')
      .select(['user_id', 'replay_time_ms'])
      .execute();
  expect(await best()).toEqual([{ user_id: ben, replay_time_ms: 44_000 }]);
  // one of the two is hers already, and ranked
  await sql`update replay set is_best = true, beaten_at = null, user_id = ${cleo.userId} where site = 'tmnf' and track_id = ${one}
    and replay_time_ms = 45000`.execute(ctx.db);
  texts.set(source.ben.userId, await begin(ctx, ben, cleo));
  expect((await check(ben, cleo)).status).toBe(200);
  await settle(ctx);
  expect(await best()).toEqual([{ user_id: cleo.userId, replay_time_ms: 44_000 }]);
  const track = await forSite(ctx, 'track').where('track_id', '=', one).selectAll().executeTakeFirstOrThrow();
  expect(track).toMatchObject({ record_user_id: cleo.userId, record_time_ms: 44_000, replays: 1 });
});

test('a code proves nothing for others, a source that lies proves nothing, and of two claimants one gets the profile', async () => {
  const { ctx, ann, ben } = await copy();
  const [cleo, dan, newcomer] = [await Person.of(ctx), await Person.of(ctx), await Person.of(ctx, 1)];
  expect((await newcomer.post(`/userclaim/${ann}`)).problem?.detail).toMatch(/Confirm your email/);
  expect((await dan.post(`/userclaim/${dan.userId}`)).status).toBe(404);
  expect((await check(ann, dan)).problem?.detail).toMatch(/Get a code first/);

  const hers = await begin(ctx, ann, cleo);
  texts.set(source.ann.userId, hers);
  await begin(ctx, ann, dan);
  expect((await check(ann, dan)).status).toBe(422);
  // a code for another profile
  texts.set(source.ben.userId, hers);
  await begin(ctx, ben, dan);
  expect((await check(ben, dan)).status).toBe(422);
  // cancelled: the code is worth nothing
  await cleo.post(`/userclaim/${ann}/cancel`);
  expect((await check(ann, cleo)).problem?.detail).toMatch(/Get a code first/);
  const again = await begin(ctx, ann, cleo);
  expect(again).not.toBe(hers);
  // expired
  ctx.clock.forward({ days: 8 });
  texts.set(source.ann.userId, again);
  expect((await check(ann, cleo)).problem?.detail).toMatch(/Get a code first/);

  const [first, second] = [await begin(ctx, ann, cleo), await begin(ctx, ann, dan)];
  texts.set(source.ann.userId, `${first} ${second}`);
  const lies: unknown[] = [
    { More: false, Results: [{ UserId: source.ben.userId, Name: 'x', UserComments: first }] },
    { More: false, Results: [] },
    { More: false, Results: [{ UserId: String(source.ann.userId), UserComments: first }] },
    [first],
    new RemoteRefusal('unreachable', 'There is no public host named source.localhost.'),
    new RemoteRefusal('host', 'Nothing is requested from 10.0.0.1 here.'),
  ];
  for (const lie of lies) {
    answerOf = () => lie;
    expect([lie, (await check(ann, cleo)).status]).toEqual([lie, 422]);
  }
  answerOf = usual;
  const answers = await Promise.all([check(ann, cleo), check(ann, dan)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const winner = answers[0]?.status === 200 ? cleo : dan;
  const { uploader_id } = await forSite(ctx, 'track')
    .where('track_id', '=', source.tracks[0] ?? 0)
    .select('uploader_id')
    .executeTakeFirstOrThrow();
  expect(uploader_id).toBe(winner.userId);
  expect((await (winner === cleo ? dan : cleo).post(`/userclaim/${ann}/check`)).status).toBe(409);
});

test('a login is a proof if a server or a moderator saw it, and most replays were driven with it', async () => {
  const { ctx, ben } = await copy();
  const cleo = await Person.of(ctx);
  texts.clear();
  await begin(ctx, ben, cleo);
  await sql`update replay set driver_login = 'Flink' where site = 'tmnf' and user_id = ${ben}`.execute(
    ctx.db,
  );
  await sql`delete from game_login where site = 'tmnf'`.execute(ctx.db);
  const bind = (proof: string) =>
    sql`insert into game_login (site, login_key, login, user_id, bound_at, proof)
      values ('tmnf', 'flink', 'flink', ${cleo.userId}, now(), ${proof})
      on conflict (site, login_key) do update set proof = excluded.proof`.execute(ctx.db);
  await bind('replay');
  expect((await check(ben, cleo)).status).toBe(422);
  await bind('moderator');
  await sql`update replay set driver_login = 'friend' where site = 'tmnf' and user_id = ${ben}
    and replay_id in (select min(replay_id) from replay where user_id = ${ben} group by track_id)`.execute(
    ctx.db,
  );
  expect((await check(ben, cleo)).status).toBe(422);
  await sql`update replay set driver_login = 'flink' where site = 'tmnf' and user_id = ${ben}`.execute(
    ctx.db,
  );
  const before = asked.length;
  expect((await check(ben, cleo)).status).toBe(200);
  expect(asked).toHaveLength(before);
});
