import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { app } from '#app.ts';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import { numberChanges } from '#features/changes/server/repo.ts';
import { changedRows } from '#features/webhooks/server/changed-rows.ts';
import { beginDue, type Turns } from '#features/webhooks/server/jobs.ts';
import { type Remote, type RemoteAnswer, RemoteRefusal } from '#platform/remote/remote.ts';
import { FakeClock, type TestCtx, testCtx } from './ctx.ts';
import { makeComment } from './make-lists.ts';
import { Talker } from './talk-world.ts';
import { makeTrack } from './tracks.ts';

interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
type Receiver = (message: Received) => Promise<Partial<RemoteAnswer>> | Partial<RemoteAnswer>;

/** What a user chooses for a webhook. */
export interface Choice {
  Address: string;
  About?: string;
  Kinds?: string;
  Changes?: string;
  Format?: string;
}
/** An edition with a member who may have webhooks, and receivers that tests make. */
export async function webhookWorld(db: Kysely<Database>) {
  /** Receivers by their host; others do not exist. */
  const receivers = new Map<string, Receiver>();
  const remote: Remote = {
    get: () => Promise.reject(new Error('Nothing is read.')),
    async post(url, { headers, body }) {
      const receiver = receivers.get(new URL(url).host);
      if (!receiver) throw new RemoteRefusal('unreachable', 'There is no public host of this name.');
      const answer = await receiver({ id: headers['webhook-id'] ?? '', headers, body });
      return { status: 200, retryAfterSeconds: null, ...answer };
    },
  };
  const clock = new FakeClock();
  const world: TestCtx = { ...(await testCtx({ db, site: 'tmnf', remote })), clock };

  /** A member with a confirmed address, who may have webhooks. */
  async function member(): Promise<Talker> {
    const talker = await Talker.of(world);
    await db
      .updateTable('account')
      .set({ email_confirmed_at: clock.now() })
      .where('account_id', '=', talker.ctx.viewer.accountId ?? 0)
      .execute();
    return talker;
  }
  const ann = await member();

  let hosts = 0;
  /** A receiver of its own, which accepts everything, and what it got. */
  function newReceiver(answer: Receiver = () => ({})) {
    hosts += 1;
    const host = `receiver${hosts}.org`;
    const got: Received[] = [];
    receivers.set(host, (message) => {
      got.push(message);
      return answer(message);
    });
    return {
      Address: `https://${host}/in?key=1`,
      got,
      /** kind, id and act of each event */
      whats: () =>
        got.map(({ body }) => {
          const { Kind, Id, Act } = JSON.parse(body).Change;
          return `${Kind} ${Id} ${Act}`;
        }),
      answers: (next: Receiver) =>
        receivers.set(host, (message) => {
          got.push(message);
          return next(message);
        }),
    };
  }

  const create = (who: Talker, choice: Choice) =>
    who.client.post('/webhooks', { About: 'edition', Kinds: 'comment', ...choice });
  async function hook(who: Talker, choice: Choice): Promise<number> {
    const answer = await create(who, choice);
    expect(answer.problem).toBeUndefined();
    return answer.json<{ WebhookId: number }>().WebhookId;
  }
  const stored = (id: number) =>
    forSite(world, 'webhook').where('webhook_id', '=', id).selectAll().executeTakeFirstOrThrow();
  const log = (id: number) =>
    forSite(world, 'webhook_delivery').where('webhook_id', '=', id).orderBy('delivery').selectAll().execute();

  /** What the job does each time it reads the log; waits for what it began. */
  async function deliver(ctx: TestCtx = world): Promise<void> {
    await numberChanges(ctx);
    const running: Turns = new Map();
    await beginDue(
      ctx,
      changedRows(() => app.routes),
      running,
    );
    await Promise.all(running.keys());
  }
  const track = await makeTrack(ann.ctx, { name: 'First $f00track' });
  const say = (text = 'Nice', trackId = track) => makeComment(world, { trackId, userId: ann.id, text });
  return { world, clock, remote, ann, track, say, member, newReceiver, create, hook, stored, log, deliver };
}
