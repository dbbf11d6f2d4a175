import { afterAll, expect, test } from 'vitest';
import { app } from '#app.ts';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { routes } from '#routes/routes.ts';
import { bigDb } from '#testing/big-db.ts';
import { testCtx } from '#testing/ctx.ts';
import { runSeed } from '#testing/run-seed.ts';
import { startSmallServer } from '#testing/small-server.ts';
import { mistakeIn, textOf } from './check.ts';
import { readCommunity } from './community.ts';
import { freshFilter, pick, rowsPath } from './mix.ts';
import { readOf, someVisitor, writeOf } from './people.ts';
import { Wire } from './wire.ts';
import { award, comment, move, playLater, someWrite, type WriteRequest } from './write-requests.ts';

const { db } = await bigDb(6);
const ctx = await testCtx({ db, site: 'tmnf' });
const { site } = ctx;
const { port, stop } = await startSmallServer({
  services: ctx,
  sites: [site],
  routes: app.routes,
  trustProxy: true,
});
const community = await readCommunity(ctx);
const wire = new Wire(port);
afterAll(async () => {
  wire.close();
  await stop();
});

const random = seededRandom(runSeed());

/** Sends a write; the lists of the API must show its effect with the next request. */
async function sendAndLook({ sender, method, path, form, seenAt }: WriteRequest): Promise<void> {
  const written = await wire.ask(writeOf(site.host, sender, method, path, form));
  expect(written.status, `${path} ${textOf(written)}`).toBe(200);
  // pages need a build, which the browser tests have
  if (!/^\/(api|trackpackmanage)\//.test(seenAt.path)) return;
  const seen = await wire.ask(readOf(site.host, seenAt.sender, seenAt.path));
  expect([seen.status, seenAt.shows(textOf(seen), textOf(written))], seenAt.path).toEqual([200, true]);
}

test('the community has what every request needs', () => {
  const { members, ownedPacks, largestPack, ...ids } = community;
  for (const [kind, all] of Object.entries(ids)) expect(all.length, kind).toBeGreaterThan(5);
  expect(members.length).toBeGreaterThan(100);
  expect(ownedPacks.length).toBeGreaterThan(1);
  expect(largestPack?.trackIds.length).toBe(1000);
});

test('what members wrote in an earlier run does not keep them from writing', async () => {
  const [member] = community.members;
  if (!member) throw new Error('There are no members.');
  const trackIds = community.tracks.filter((id) => !member.taken.has(id)).slice(0, 30);
  const at = ctx.clock.now();
  await db
    .insertInto('comment')
    .values(
      trackIds.map((track_id, index) => ({
        site: site.code,
        comment_id: 1_000_000_000 + index,
        track_id,
        user_id: member.userId,
        parent_id: null,
        text: 'Fine.',
        line: null,
        is_award: true,
        comment_at: at,
        updated_at: at,
        deleted_at: null,
      })),
    )
    .execute();
  const { members, tracks } = await readCommunity(ctx);
  const again = members.find(({ userId }) => userId === member.userId);
  await sendAndLook(award(random, { ...community, tracks, members: [again ?? member] }));
});

test('every write is accepted, and its effect is seen at once', async () => {
  const { largestPack } = community;
  if (!largestPack) throw new Error('There is no pack.');
  await sendAndLook(award(random, community));
  await sendAndLook(comment(random, community));
  await sendAndLook(playLater(random, community));
  await sendAndLook(move(random, largestPack, 'move in the largest pack'));
  for (let n = 0; n < 40; n++) await sendAndLook(someWrite(random, community));
});

test('rows for values that nobody requested before are lists', async () => {
  for (let n = 0; n < 40; n++) {
    const path = rowsPath(random, freshFilter(random, community));
    const answer = await wire.ask(readOf(site.host, someVisitor(random), path));
    expect(mistakeIn(path, answer, true)).toBeNull();
  }
});

test('members are signed in', async () => {
  const member = pick(random, community.members);
  const answer = await wire.ask(readOf(site.host, member, routes.viewer()));
  expect(JSON.parse(textOf(answer)).User).toMatchObject({ UserId: member.userId });
});
