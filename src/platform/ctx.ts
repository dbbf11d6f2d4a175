import { randomBytes } from 'node:crypto';
import type { Site } from '#sites/schema.ts';
import type { Ctx, Services, TxCtx } from './context.ts';
import type { Viewer } from './viewer.ts';

/** The services as seen by one request, job or command. */
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

/** Finds a request in the logs of all processes; safe to show to the person. A counter: random bytes cost more than a route. */
export const newRequestId = (): string => `${processId}${(requests++).toString(36)}`;

/**
 * Runs `run` in one transaction. What it registers with onCommit runs afterwards, one after the other, only when the
 * commit succeeded; an effect that fails is logged and the others still run, for the rows are true already.
 * Inside a transaction it joins it: the effects wait for the outer commit.
 */
export async function inTransaction<T>(ctx: Ctx, run: (tx: TxCtx) => Promise<T>): Promise<T> {
  if (isTransaction(ctx)) return run(ctx);
  const effects: (() => Promise<void>)[] = [];
  const result = await ctx.db
    .transaction()
    .execute((db) =>
      run({ ...ctx, db, inTransaction: true, onCommit: (effect) => void effects.push(effect) }),
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

/** What was just committed is in every list when the answer to it arrives. */
async function catchUp(ctx: Ctx): Promise<void> {
  for (const finder of ctx.finders.values()) {
    try {
      await finder.catchUp();
    } catch (error) {
      ctx.log.error({ err: error, requestId: ctx.requestId }, 'a list did not take in a change');
    }
  }
}

function isTransaction(ctx: Ctx): ctx is TxCtx {
  return 'inTransaction' in ctx;
}
