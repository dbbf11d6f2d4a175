import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { ChangeRow } from '#features/changes/model.ts';
import { notify } from '#features/notices/server/actions.ts';
import { hourMs } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { Problem } from '#platform/http/problem.ts';
import { RemoteRefusal } from '#platform/remote/remote.ts';
import { routes } from '#routes/routes.ts';
import { bodyOf } from '../message.ts';
import { answerWithinMs, attemptsShown, offAfterMs, pauseAfterMs, triedForMs } from '../model.ts';
import type { ReadChanged } from './changed-rows.ts';
import { leaseMs, nextChanges, type Webhook } from './due.ts';
import { signedHeaders } from './signature.ts';

/** Deliveries of one webhook before others get their turn. */
const deliveriesPerTurn = 10;
/** After this time no further delivery is begun: a turn must end before another process may take over. */
const turnMs = leaseMs / 2;

/** How an attempt ended. */
export interface Attempt {
  readonly isDelivered: boolean;
  /** of the answer; null: there was none */
  readonly status: number | null;
  readonly reason: string;
  readonly tookMs: number;
  readonly retryAfterSeconds: number | null;
}

/** Sends a body once. */
export async function attempt(
  ctx: Pick<Ctx, 'remote' | 'secrets' | 'clock'>,
  webhook: Pick<Webhook, 'site' | 'webhook_id' | 'salt' | 'address'>,
  id: string,
  body: string,
): Promise<Attempt> {
  const began = performance.now();
  const ended = () => Math.round(performance.now() - began);
  try {
    const { status, retryAfterSeconds } = await ctx.remote.post(webhook.address, {
      headers: signedHeaders(ctx.secrets, webhook, { id, at: ctx.clock.now(), body }),
      body,
      timeoutMs: answerWithinMs,
    });
    const isDelivered = status >= 200 && status < 300;
    const reason = isDelivered ? '' : `The receiver answered ${status}.`;
    return { isDelivered, status, reason, tookMs: ended(), retryAfterSeconds };
  } catch (error) {
    if (!(error instanceof RemoteRefusal)) throw error;
    return {
      isDelivered: false,
      status: null,
      reason: error.reason,
      tookMs: ended(),
      retryAfterSeconds: null,
    };
  }
}

/** The same whenever a delivery is repeated, and never that of another one. */
const deliveryId = ({ site, webhook_id }: Webhook, number: number): string =>
  `${site}-${webhook_id}-${number}`;

const whatOf = ({ Kind, Id, Act }: ChangeRow): string => `${Kind} ${Id} ${Act}`;

/** Delivers what is next for a webhook that was claimed, in order, until an attempt fails or its turn is over. */
export async function deliverTurn(ctx: Ctx, claimed: Webhook, read: ReadChanged): Promise<void> {
  const began = performance.now();
  const [{ changes, isCut }, owner] = await Promise.all([
    nextChanges(ctx, claimed, deliveriesPerTurn),
    forSite(ctx, 'profile')
      .where('user_id', '=', claimed.user_id)
      .select('account_id')
      .executeTakeFirstOrThrow(),
  ]);
  let failures = claimed.failures;
  let pauseMs = 0;
  for (const [at, change] of changes.entries()) {
    if (performance.now() - began > turnMs) break;
    pauseMs = await pauseOfLimit(ctx, owner.account_id);
    if (pauseMs > 0) break;
    const sender = { site: ctx.site, origin: claimed.origin };
    const body = bodyOf(claimed.format, sender, { change, row: await read(ctx, change) });
    const result = await attempt(ctx, claimed, deliveryId(claimed, change.Number), body);
    const note = isCut && at === 0 ? 'Earlier changes are not stored any more.' : '';
    if (!result.isDelivered) return noteFailure(ctx, claimed, change, result, failures + 1);
    if (!(await noteSuccess(ctx, claimed, change, { ...result, reason: note }, failures + 1))) return;
    failures = 0;
  }
  await release(ctx, claimed, pauseMs);
}

/** How long the next delivery must wait because the webhooks of this account had many. */
async function pauseOfLimit({ limits }: Ctx, accountId: number): Promise<number> {
  try {
    await limits.consume('webhook', { subject: `account ${accountId}` });
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return (error.extra.retryAfterSeconds ?? 60) * 1000;
  }
}

const of = ({ site, webhook_id }: Webhook) => sql`site = ${sql.lit(site)} and webhook_id = ${webhook_id}`;

async function release({ db, clock }: Ctx, webhook: Webhook, pauseMs: number): Promise<void> {
  const next = new Date(clock.now().getTime() + pauseMs);
  await sql`update webhook set next_at = ${next} where ${of(webhook)}`.execute(db);
}

/** The part of a statement that adds a row to the log of attempts, in the place of an old one, for the row of `done`. */
function logged(
  site: string,
  { clock }: Pick<Ctx, 'clock'>,
  entry: {
    readonly number: number | null;
    readonly what: string;
    readonly attempt: number;
    readonly outcome: 'delivered' | 'failed' | 'skipped';
    readonly result: Attempt;
  },
) {
  const { result } = entry;
  return sql`insert into webhook_delivery
      (site, webhook_id, slot, delivery, number, what, attempt, tried_at, took_ms, status, outcome, reason)
    select ${sql.lit(site)}, done.webhook_id, done.deliveries % ${sql.lit(attemptsShown)}, done.deliveries, ${entry.number}::bigint,
      ${entry.what}, ${entry.attempt}::integer, ${clock.now()}::timestamptz, ${result.tookMs}::integer,
      ${result.status}::integer, ${entry.outcome}, ${result.reason} from done
    on conflict (site, webhook_id, slot) do update set delivery = excluded.delivery, number = excluded.number,
      what = excluded.what, attempt = excluded.attempt, tried_at = excluded.tried_at, took_ms = excluded.took_ms,
      status = excluded.status, outcome = excluded.outcome, reason = excluded.reason`;
}

/** Notes a delivery; false: meanwhile it was switched off, or another process has delivered it, too. */
async function noteSuccess(
  ctx: Ctx,
  webhook: Webhook,
  change: ChangeRow,
  result: Attempt,
  tries: number,
): Promise<boolean> {
  const entry = {
    number: change.Number,
    what: whatOf(change),
    attempt: tries,
    outcome: 'delivered',
    result,
  } as const;
  const { numAffectedRows } = await sql`
    with done as (
      update webhook set last_number = ${change.Number}, failures = 0, failing_since = null, tried_since = null,
        deliveries = deliveries + 1
      where ${of(webhook)} and off_because is null and last_number < ${change.Number}
      returning webhook_id, deliveries)
    ${logged(webhook.site, ctx, entry)}`.execute(ctx.db);
  return numAffectedRows === 1n;
}

/**
 * Notes a failure and when it is tried again. A change that was tried for a day is skipped; a webhook that failed for much longer, or
 * whose receiver says that it is gone, is switched off, and its owner is notified.
 */
async function noteFailure(
  ctx: Ctx,
  webhook: Webhook,
  change: ChangeRow,
  result: Attempt,
  tries: number,
): Promise<void> {
  const now = ctx.clock.now();
  const since = (then: Date | null) => now.getTime() - (then ?? now).getTime();
  const isSkipped = since(webhook.tried_since) >= triedForMs;
  const isGone = result.status === 410;
  const isOff = isGone || since(webhook.failing_since) >= offAfterMs;
  const asked = Math.min((result.retryAfterSeconds ?? 0) * 1000, hourMs);
  const pauseMs = Math.max(pauseAfterMs(webhook.failures + 1), asked);
  const entry = {
    number: change.Number,
    what: whatOf(change),
    attempt: tries,
    outcome: isSkipped ? 'skipped' : 'failed',
    result,
  } as const;
  await inTransaction(ctx, async (tx) => {
    const { numAffectedRows } = await sql`
      with done as (
        update webhook set failures = failures + 1, failing_since = coalesce(failing_since, ${now}),
          tried_since = ${isSkipped ? null : (webhook.tried_since ?? now)}::timestamptz,
          last_number = ${isSkipped ? change.Number : sql`last_number`},
          off_because = ${isOff ? (isGone ? 'gone' : 'failed') : null}::text,
          next_at = ${new Date(now.getTime() + pauseMs)}, deliveries = deliveries + 1
        where ${of(webhook)} and off_because is null and last_number < ${change.Number}
        returning webhook_id, deliveries)
      ${logged(webhook.site, ctx, entry)}`.execute(tx.db);
    if (!isOff || numAffectedRows !== 1n) return;
    const { host } = new URL(webhook.address);
    await notify(tx, {
      to: [webhook.user_id],
      kind: 'webhook.off',
      text: isGone
        ? `Your webhook to ${host} was switched off: its receiver says that it no longer exists.`
        : `Your webhook to ${host} was switched off because it failed for three days.`,
      link: routes.webhook(webhook.webhook_id),
    });
  });
}

/** Notes a test, whatever its result. */
export async function noteTest(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  webhook: Pick<Webhook, 'site' | 'webhook_id'>,
  result: Attempt,
): Promise<void> {
  const entry = {
    number: null,
    what: 'test',
    attempt: 1,
    outcome: result.isDelivered ? 'delivered' : 'failed',
    result,
  } as const;
  await sql`
    with done as (update webhook set deliveries = deliveries + 1
      where site = ${sql.lit(webhook.site)} and webhook_id = ${webhook.webhook_id} returning webhook_id, deliveries)
    ${logged(webhook.site, ctx, entry)}`.execute(ctx.db);
}
