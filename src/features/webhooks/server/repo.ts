import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { attemptsShown, maxWebhooks } from '../model.ts';
import type { Webhook } from './due.ts';

/** The viewer's webhooks on this edition, the oldest first. */
export const ownWebhooks = (ctx: Ctx): Promise<Webhook[]> =>
  forSite(ctx, 'webhook')
    .where('user_id', '=', ctx.viewer.userId)
    .orderBy('webhook_id')
    .limit(maxWebhooks)
    .selectAll()
    .execute();

/** One of the viewer's webhooks; those of other users are not found. */
export async function ownWebhook(ctx: Ctx, webhookId: number): Promise<Webhook> {
  const found = await forSite(ctx, 'webhook')
    .where('webhook_id', '=', webhookId)
    .where('user_id', '=', ctx.viewer.userId)
    .selectAll()
    .executeTakeFirst();
  if (!found) throw notFound('This webhook');
  return found;
}

/** The same, locked until the transaction ends. */
export async function lockedWebhook(
  tx: TxCtx,
  { webhookId }: { readonly webhookId: number },
): Promise<Webhook> {
  const found = await forSite(tx, 'webhook')
    .where('webhook_id', '=', webhookId)
    .where('user_id', '=', tx.viewer.userId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound('This webhook');
  return found;
}

/** The latest attempts of a webhook, the newest first. */
export const attemptsOf = (ctx: Ctx, webhookId: number) =>
  forSite(ctx, 'webhook_delivery')
    .where('webhook_id', '=', webhookId)
    .orderBy('delivery', 'desc')
    .limit(attemptsShown)
    .selectAll()
    .execute();

/** Packs about which the viewer's webhooks can be. */
const maxPacksOffered = 200;

/** The viewer's own packs, by name. */
export const ownPacks = (ctx: Ctx) =>
  forSite(ctx, 'pack')
    .where('owner_id', '=', ctx.viewer.userId)
    .where('deleted_at', 'is', null)
    .orderBy('name_folded')
    .orderBy('pack_id')
    .limit(maxPacksOffered)
    .select(['pack_id', 'name'])
    .execute();
