import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { app } from '#app.ts';
import { forSite } from '#db/for-site.ts';
import { numberChanges } from '#features/changes/server/repo.ts';
import { limits } from '#platform/rate-limits.ts';
import type { TestCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeNews } from '#testing/make-community.ts';
import { makeAward, makePack, makePackTrack, makeReplay } from '#testing/make-lists.ts';
import { Talker } from '#testing/talk-world.ts';
import { makeTrack } from '#testing/tracks.ts';
import { type Choice, webhookWorld } from '#testing/webhook-world.ts';
import { attemptsShown, maxAddressLength, maxWebhooks } from '../model.ts';
import { changedRows } from './changed-rows.ts';
import { atOnce, atOnceOfUser, beginDue, type Turns } from './jobs.ts';
import { secretOf } from './signature.ts';

const { db } = await testDb();
const made = await webhookWorld(db);
const { world, clock, remote, ann, track, say, member, newReceiver, create, hook, stored, log, deliver } =
  made;
await numberChanges(world);

afterEach(() => db.deleteFrom('webhook').where('site', '=', 'tmnf').execute());

// the limit of an account is that of all its webhooks
beforeEach(async () => void (await db.deleteFrom('rate_limit').execute()));

test('a receiver that fails for an hour gets every event in order, and repeats with the same id only', async () => {
  const receiver = newReceiver(() => ({ status: 503 }));
  const id = await hook(ann, receiver);
  const said = [await say('1')];
  await deliver();
  for (let minute = 0; minute < 60; minute++) {
    clock.forward({ minutes: 1 });
    if (minute % 20 === 0) {
      said.push(await say(`at ${minute}`));
      await numberChanges(world);
    }
    await deliver();
  }
  // after 10 s, and pauses that double: eight or nine attempts in an hour, all for the first event
  expect(receiver.got.length).toBeGreaterThan(6);
  expect(receiver.got.length).toBeLessThan(11);
  expect(new Set(receiver.got.map((one) => one.id)).size).toBe(1);
  expect(await stored(id)).toMatchObject({ off_because: null, failures: receiver.got.length });
  const before = receiver.got.length;
  receiver.answers(() => ({}));
  clock.forward({ hours: 1 });
  await deliver();
  await deliver();
  const after = receiver.got.slice(before);
  expect(after.map(({ body }) => JSON.parse(body).Row.Comment)).toEqual(['1', 'at 0', 'at 20', 'at 40']);
  expect(after[0]?.id).toBe(receiver.got[0]?.id);
  expect(new Set(receiver.got.map((one) => one.id)).size).toBe(said.length);
  expect(await stored(id)).toMatchObject({ failures: 0, failing_since: null, tried_since: null });
});

test('deliveries are signed with a key that only the owner and the receiver know', async () => {
  const receiver = newReceiver();
  const id = await hook(ann, receiver);
  await say('Signed');
  await deliver();
  const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = receiver.got;
  const secret = secretOf(world.secrets, await stored(id));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(clock.now().getTime() / 1000));
  expect(JSON.parse(body)).toMatchObject({
    Site: 'tmnf',
    Link: expect.stringMatching(/^http:\/\/.*\/trackshow\/\d+\?comment=\d+#comment-\d+$/),
    Row: { Comment: 'Signed', Track: { TrackId: track, TrackName: 'First $f00track' } },
  });
  await ann.client.post(`/webhooks/${id}/secret`, {});
  expect(secretOf(world.secrets, await stored(id))).not.toBe(secret);
});

test('a receiver that hangs does not keep others from getting theirs', async () => {
  const hanging = newReceiver(() => new Promise(() => {}));
  const quick = newReceiver();
  await hook(ann, hanging);
  await hook(ann, quick);
  const first = await say();
  await numberChanges(world);
  const running: Turns = new Map();
  const begin = () =>
    beginDue(
      world,
      changedRows(() => app.routes),
      running,
    );
  await begin();
  await expect.poll(() => quick.whats()).toEqual([`comment ${first} created`]);
  await expect.poll(() => running.size).toBe(1);
  const second = await say();
  await numberChanges(world);
  await begin();
  await expect.poll(() => quick.whats().length).toBe(2);
  expect(quick.whats()[1]).toBe(`comment ${second} created`);
  expect(hanging.got).toHaveLength(1);
});

test('receivers of one user that hang leave places for those of others', async () => {
  const hanging = newReceiver(() => new Promise(() => {}));
  for (let n = 0; n < maxWebhooks; n++) await hook(ann, hanging);
  const bob = await member();
  const quick = newReceiver();
  await hook(bob, quick);
  await say();
  await numberChanges(world);
  const running: Turns = new Map();
  const read = changedRows(() => app.routes);
  await beginDue(world, read, running);
  await expect.poll(() => hanging.got.length).toBe(atOnceOfUser);
  await beginDue(world, read, running);
  await expect.poll(() => quick.got.length).toBe(1);
  expect(hanging.got).toHaveLength(atOnceOfUser);
  // even if the same account has as many on each edition
  expect(atOnceOfUser * world.sites.length).toBeLessThan(atOnce);
});

test('what a webhook is about decides what it gets', async () => {
  const [bob, other] = [await member(), await member()];
  const own = await makeTrack(bob.ctx, { name: 'Own' });
  const foreign = await makeTrack(other.ctx, { name: 'Foreign' });
  const packId = await makePack(world, { ownerId: bob.id, name: 'Pack' });
  await numberChanges(world);
  const [all, ofOwn, ofPack, newOnly] = [newReceiver(), newReceiver(), newReceiver(), newReceiver()];
  const everything = async (choice: Choice) => {
    const id = await hook(bob, { ...choice, Changes: 'all' });
    const publicKinds = ['track', 'replay', 'award', 'comment', 'pack', 'packentry', 'news'];
    await db
      .updateTable('webhook')
      .set({ kinds: publicKinds })
      .where('site', '=', 'tmnf')
      .where('webhook_id', '=', id)
      .execute();
  };
  await everything(all);
  await everything({ ...ofOwn, About: 'own' });
  await everything({ ...ofPack, About: `pack-${packId}` });
  await hook(bob, { ...newOnly, Kinds: 'track' });
  await makePackTrack(world, { packId, trackId: foreign, addedBy: bob.id });
  await deliver();
  const comment = await say('On my own', own);
  const award = await makeAward(world, { trackId: foreign, userId: ann.id, text: 'Great' });
  const replay = await makeReplay(world, { trackId: own, userId: ann.id, timeMs: 50_000 });
  const news = await makeNews(world, { userId: ann.id, title: 'News', message: 'Text' });
  await db
    .updateTable('track')
    .set({ name: 'Renamed' })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', foreign)
    .execute();
  for (let turn = 0; turn < 3; turn++) await deliver();
  const entry = `packentry ${foreign} created`;
  const events = {
    comment: `comment ${comment} created`,
    award: `award ${award} created`,
    replay: `replay ${replay} created`,
    news: `news ${news} created`,
    track: `track ${foreign} updated`,
  };
  expect(all.whats()).toEqual([
    entry,
    events.comment,
    events.award,
    events.replay,
    events.news,
    events.track,
  ]);
  expect(ofOwn.whats()).toEqual([entry, events.comment, events.replay, events.news]);
  expect(ofPack.whats()).toEqual([entry, events.award, events.news, events.track]);
  expect(newOnly.whats()).toEqual([]);
  expect(JSON.parse(all.got[0]?.body ?? '').Row).toMatchObject({
    Track: { TrackName: 'Foreign' },
    Pack: { PackName: 'Pack' },
  });
  // what everybody could see is announced as deleted, without a row
  await db
    .updateTable('track')
    .set({ is_public: false })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', foreign)
    .execute();
  await deliver();
  expect(all.whats().at(-1)).toBe(`track ${foreign} deleted`);
  expect(JSON.parse(all.got.at(-1)?.body ?? '').Row).toBeNull();
});

test('after a day an event is skipped, after three the webhook is switched off and its owner notified', async () => {
  const receiver = newReceiver(() => ({ status: 500 }));
  const id = await hook(ann, receiver);
  const [first, second] = [await say(), await say()];
  await numberChanges(world);
  await deliver();
  clock.forward({ hours: 23 });
  await deliver();
  expect((await log(id)).map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  clock.forward({ hours: 1 });
  await deliver();
  expect((await log(id)).at(-1)).toMatchObject({
    outcome: 'skipped',
    what: `comment ${first} created`,
    status: 500,
  });
  clock.forward({ hours: 1 });
  await deliver();
  expect(receiver.whats().at(-1)).toBe(`comment ${second} created`);
  clock.forward({ hours: 46 });
  await deliver();
  expect((await stored(id)).off_because).toBeNull();
  clock.forward({ hours: 1 });
  await say();
  await deliver();
  expect(await stored(id)).toMatchObject({ off_because: 'failed' });
  const tried = receiver.got.length;
  clock.forward({ days: 1 });
  await deliver();
  expect(receiver.got).toHaveLength(tried);
  const notices = await forSite(world, 'notice')
    .where('user_id', '=', ann.id)
    .where('kind', '=', 'webhook.off')
    .selectAll()
    .execute();
  expect(notices).toMatchObject([{ link: `/webhooks/${id}` }]);
  // switched on again, it begins with what happens next
  receiver.answers(() => ({}));
  await ann.client.post(`/webhooks/${id}/switch`, { On: 'yes' });
  await deliver();
  expect(receiver.got).toHaveLength(tried);
  const next = await say();
  await deliver();
  expect(receiver.whats().slice(tried)).toEqual([`comment ${next} created`]);
  // a receiver that is gone is not asked again
  receiver.answers(() => ({ status: 410 }));
  await say();
  await deliver();
  expect(await stored(id)).toMatchObject({ off_because: 'gone' });
});

test('a process that dies while it delivers, or two at once, repeat an event with its id, and none is lost', async () => {
  const receiver = newReceiver();
  const id = await hook(ann, receiver);
  await say();
  await numberChanges(world);
  const dying = {
    ...world,
    remote: { ...remote, post: () => Promise.reject(new Error('The process ended.')) },
  };
  await deliver(dying);
  await deliver();
  expect(receiver.got).toHaveLength(0); // until the claim ends
  clock.forward({ minutes: 1 });
  await Promise.all([deliver(), deliver()]);
  expect(receiver.got).toHaveLength(1);
  // another process that had begun before the claim ended has delivered it, too
  let finish = () => {};
  receiver.answers(
    () =>
      new Promise((resolve) => {
        finish = () => resolve({});
      }),
  );
  await say();
  const slow = deliver();
  await expect.poll(() => receiver.got.length).toBe(2);
  clock.forward({ minutes: 1 });
  const finishFirst = finish;
  const other = deliver();
  await expect.poll(() => receiver.got.length).toBe(3);
  finish();
  await other;
  finishFirst();
  await slow;
  expect(receiver.got[2]?.id).toBe(receiver.got[1]?.id);
  expect((await log(id)).filter(({ outcome }) => outcome === 'delivered')).toHaveLength(2);
});

test('a minute has at most so many deliveries, and the rest follow in order', async () => {
  const receiver = newReceiver();
  const id = await hook(ann, receiver);
  const { points } = limits.webhook;
  const said: number[] = [];
  for (let n = 0; n < points + 1; n++) said.push(await say(String(n)));
  for (let turn = 0; turn < points / 10 + 2; turn++) await deliver();
  expect(receiver.got).toHaveLength(points);
  expect((await stored(id)).next_at.getTime()).toBeGreaterThan(clock.now().getTime());
  await db.deleteFrom('rate_limit').execute();
  clock.forward({ minutes: 1 });
  await deliver();
  const numbers = receiver.whats().map((what) => Number(what.split(' ')[1]));
  expect(numbers).toEqual(said);
});

test('a restored copy sends nothing until an administrator turns it on', async () => {
  const receiver = newReceiver();
  await hook(ann, receiver);
  await say();
  const paused: TestCtx = {
    ...world,
    switches: {
      ...world.switches,
      of: () => ({ ...world.switches.of('tmnf'), paused: true }),
    } as TestCtx['switches'],
  };
  await deliver(paused);
  expect(receiver.got).toHaveLength(0);
  await deliver();
  expect(receiver.got).toHaveLength(1);
});

test('a test is sent at once, and its answer is shown', async () => {
  const receiver = newReceiver(() => ({ status: 404 }));
  const id = await hook(ann, { ...receiver, Format: 'discord' });
  expect((await ann.client.post(`/webhooks/${id}/test`, {})).json()).toEqual({
    WebhookId: id,
    Delivered: false,
    Status: 404,
  });
  expect(JSON.parse(receiver.got[0]?.body ?? '')).toMatchObject({
    content: expect.stringContaining('works'),
  });
  expect(await log(id)).toMatchObject([
    { outcome: 'failed', number: null, reason: 'The receiver answered 404.' },
  ]);
  // the log keeps so many attempts: the next one takes the place of the oldest
  await db
    .updateTable('webhook')
    .set({ deliveries: attemptsShown })
    .where('site', '=', 'tmnf')
    .where('webhook_id', '=', id)
    .execute();
  await ann.client.post(`/webhooks/${id}/test`, {});
  expect(await log(id)).toMatchObject([{ delivery: attemptsShown + 1 }]);
  const stranger = await member();
  for (const what of ['test', 'switch', 'secret', 'delete'])
    expect([what, (await stranger.client.post(`/webhooks/${id}/${what}`, { On: 'no' })).status]).toEqual([
      what,
      404,
    ]);
});

test('a pack of another user, a private address and more than the limits are refused', async () => {
  const cyd = await member();
  const packId = await makePack(world, { ownerId: ann.id, name: 'Not theirs' });
  const refusal = async (choice: Partial<Choice>) =>
    (await create(cyd, { Address: 'https://receiver.org/', ...choice })).problem?.detail;
  expect(await refusal({ About: `pack-${packId}` })).toMatch(/one of your own/);
  for (const Address of [
    'http://receiver.org/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://receiver.org:8443/',
    'https://a@receiver.org/',
  ])
    expect([Address, await refusal({ Address })]).toEqual([Address, expect.stringMatching(/^Address: /)]);
  const start = 'https://receiver.org/';
  const long = start + 'x'.repeat(maxAddressLength - start.length);
  expect(await refusal({ Address: `${long}x` })).toMatch(/more than/);
  expect(await refusal({ Address: long })).toBeUndefined();
  for (let n = 1; n < maxWebhooks; n++) expect(await refusal({})).toBeUndefined();
  expect(await refusal({})).toMatch(/at most/);
  const unconfirmed = await Talker.of(world);
  world.mail.delivers = true;
  onTestFinished(() => {
    world.mail.delivers = false;
  });
  expect((await create(unconfirmed, { Address: start })).status).toBe(403);
});
