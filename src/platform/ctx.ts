import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isDeadlock } from '#db/explain-failure.ts';
import { keepingPlace } from '#platform/admission/admitted.ts';
import type { Site } from '#sites/schema.ts';
import type { Ctx, Services, TxCtx } from './context.ts';
import { queueWithin } from './jobs/queue.ts';
import type { Viewer } from './viewer.ts';

/** Creates the context of one request, job or command. */
export function makeCtx(
  services: Services,
  site: Site,
  viewer: Viewer,
  requestId: string,
  client: Ctx['client'] = null,
): Ctx {
  return { ...services, site, viewer, requestId, client };
}

const processId = randomBytes(6).toString('base64url');
let requests = 0;

/** Identifies a request in the logs of all processes; may be shown to the user. A counter, because random bytes cost more than a route. */
export const newRequestId = (): string => `${processId}${(requests++).toString(36)}`;

/**
 * Runs `run` in one transaction. Effects registered with onCommit run afterwards, one after the other, and only if the commit
 * succeeded; a failing effect is logged and the others still run, because the rows are already committed. Jobs are committed with the
 * rows.
 * Inside a transaction it joins it: the effects wait for the outer commit.
 */
export async function inTransaction<T>(ctx: Ctx, run: (tx: TxCtx) => Promise<T>): Promise<T> {
  if (isTransaction(ctx)) return run(ctx);
  const effects: (() => Promise<void>)[] = [];
  const onCommit = (effect: () => Promise<void>) => void effects.push(effect);
  const result = await keepingPlace(() =>
    ctx.db.transaction().execute((db) =>
      run({
        ...ctx,
        db,
        jobs: queueWithin(ctx.jobs, { db, onCommit, requestId: ctx.requestId }),
        limits: ctx.limits.within(db),
        inTransaction: true,
        onCommit,
      }),
    ),
  );
  await catchUp(ctx);
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      ctx.log.error({ err: error, requestId: ctx.requestId }, 'work after a commit failed');
    }
  }
  return result;
}

/** How often a transaction that ends in a deadlock is tried. */
const maxTries = 5;

/**
 * Milliseconds before the next try, times the number of tries so far. Without the pause the repeated transaction can lock its first
 * row again before the other one, which waits for that row, wakes up.
 */
const pauseMs = 20;

/**
 * Like inTransaction, but runs again if PostgreSQL ended the transaction because of a deadlock. `run` may therefore be called
 * several times: everything it changes must be in the transaction. Effects of attempts that failed do not run.
 */
export async function inRetriedTransaction<T>(ctx: Ctx, run: (tx: TxCtx) => Promise<T>): Promise<T> {
  if (isTransaction(ctx)) return run(ctx);
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(ctx, run);
    } catch (error) {
      if (!isDeadlock(error) || tries === maxTries) throw error;
      ctx.log.warn({ requestId: ctx.requestId, tries }, 'a deadlock ended a transaction, which runs again');
      await setTimeout(tries * pauseMs);
    }
  }
}

/** Waits until the committed changes are visible in all lists, so that they are when the response arrives. */
async function catchUp(ctx: Ctx): Promise<void> {
  for (const finder of ctx.finders.values()) {
    try {
      await finder.catchUp(ctx.site.code);
    } catch (error) {
      ctx.log.error({ err: error, requestId: ctx.requestId }, 'a list did not take in a change');
    }
  }
}

function isTransaction(ctx: Ctx): ctx is TxCtx {
  return 'inTransaction' in ctx;
}
