import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { numberChanges } from '#features/changes/server/repo.ts';
import { yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { hostOf, remoteAddress } from '#platform/remote/address.ts';
import { isPublicAddress } from '#platform/remote/networks.ts';
import { RemoteRefusal } from '#platform/remote/remote.ts';
import { assertNotPaused } from '#platform/switches/rules.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { SavedWebhookForm, SwitchForm, WebhookForm, WebhookRef } from '../forms.ts';
import { testBody } from '../message.ts';
import { maxWebhooks } from '../model.ts';
import { attempt, noteTest } from './deliver.ts';
import type { Webhook } from './due.ts';
import { mayHaveWebhooks } from './policy.ts';
import { lockedWebhook, ownWebhook } from './repo.ts';

type Chosen = z.output<typeof WebhookForm>;

const newSalt = () => randomBytes(16).toString('base64url');

/** The address as it is requested. Throws a Problem for one that we never send to. */
function checkedAddress(text: string): string {
  try {
    const url = remoteAddress(text, new Set(['']));
    const host = hostOf(url);
    if (isIP(host) && !isPublicAddress(host))
      throw new RemoteRefusal('address', 'Its host is not on the public internet.');
    if (url.protocol === 'https:') return url.href;
  } catch (error) {
    if (!(error instanceof RemoteRefusal)) throw error;
    throw new Problem(422, `Address: nothing can be sent there. ${error.reason}`, { field: 'Address' });
  }
  throw new Problem(422, 'Address: it must begin with https://.', { field: 'Address' });
}

/** The columns of what was chosen. Throws a Problem for a pack of another user. */
async function columnsOf(tx: TxCtx, form: Chosen) {
  const { about, packId } = form.About;
  if (packId !== null) {
    const pack = await forSite(tx, 'pack')
      .where('pack_id', '=', packId)
      .where('owner_id', '=', tx.viewer.userId)
      .where('deleted_at', 'is', null)
      .select('pack_id')
      .executeTakeFirst();
    if (!pack) throw new Problem(422, 'About: choose one of your own trackpacks.', { field: 'About' });
  }
  return {
    address: checkedAddress(form.Address),
    about,
    pack_id: packId,
    kinds: form.Kinds,
    only_new: form.Changes === 'new',
    format: form.Format,
  };
}

async function create(tx: TxCtx, form: Chosen, { origin }: HttpRequest): Promise<{ WebhookId: number }> {
  const site = tx.site.code;
  await lockUntilCommit(tx, `webhooks of ${site} ${tx.viewer.userId}`);
  const { count } = await forSite(tx, 'webhook')
    .where('user_id', '=', tx.viewer.userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxWebhooks)
    throw new Problem(422, `You can have at most ${maxWebhooks} webhooks. Delete one first.`);
  const { webhook_id } = await tx.db
    .insertInto('webhook')
    .values({
      ...(await columnsOf(tx, form)),
      site,
      webhook_id: nextId('webhook', site),
      user_id: tx.viewer.userId,
      origin,
      salt: newSalt(),
      created_at: tx.clock.now(),
      last_number: await numberChanges(tx),
      next_at: tx.clock.now(),
    })
    .returning('webhook_id')
    .executeTakeFirstOrThrow();
  return { WebhookId: webhook_id };
}

const changed = (tx: TxCtx, { webhook_id }: Webhook) =>
  tx.db.updateTable('webhook').where('site', '=', tx.site.code).where('webhook_id', '=', webhook_id);

async function save(
  tx: TxCtx,
  webhook: Webhook,
  form: z.output<typeof SavedWebhookForm>,
): Promise<{ WebhookId: number }> {
  await changed(tx, webhook)
    .set(await columnsOf(tx, form))
    .execute();
  return { WebhookId: webhook.webhook_id };
}

/** Switched on again, it begins with what happens next. */
async function switchOn(
  tx: TxCtx,
  webhook: Webhook,
  { On }: z.output<typeof SwitchForm>,
): Promise<{ On: boolean }> {
  if (On === 'no') await changed(tx, webhook).set({ off_because: 'owner' }).execute();
  else if (webhook.off_because !== null)
    await changed(tx, webhook)
      .set({
        off_because: null,
        last_number: await numberChanges(tx),
        next_at: tx.clock.now(),
        failures: 0,
        failing_since: null,
        tried_since: null,
      })
      .execute();
  return { On: On === 'yes' };
}

/** Sends a test once. Its result is in the log of the webhook. */
async function sendTest(ctx: Ctx, webhookId: number) {
  const webhook = await ownWebhook(ctx, webhookId);
  assertNotPaused(ctx);
  await ctx.limits.consume('webhook-test', { subject: `account ${ctx.viewer.accountId}` });
  const sender = { site: ctx.site, origin: webhook.origin };
  const id = `${webhook.site}-${webhook.webhook_id}-test-${ctx.requestId}`;
  return { webhook, result: await attempt(ctx, webhook, id, testBody(webhook.format, sender)) };
}

const own = {
  touches: 'edition',
  role: (viewer: Ctx['viewer']) => mayHaveWebhooks({ viewer }),
  subject: lockedWebhook,
  allow: () => yes,
} as const;

/** Webhooks of the viewer on this edition. */
export const webhookRoutes: RouteTable = {
  [post(routes.webhooks)]: action({
    touches: 'edition',
    input: WebhookForm,
    allow: mayHaveWebhooks,
    run: create,
    next: ({ WebhookId }) => routes.webhook(WebhookId, 'created'),
    form: routes.webhooks(),
  }),
  [post(routes.webhook)]: action({
    ...own,
    input: SavedWebhookForm,
    run: save,
    next: ({ WebhookId }) => routes.webhook(WebhookId, 'saved'),
    form: (_, { path }) => path,
  }),
  [post(routes.webhookTest)]: action({
    touches: 'edition',
    input: WebhookRef,
    allow: mayHaveWebhooks,
    prepare: (ctx, { webhookId }) => sendTest(ctx, webhookId),
    run: async (tx, { webhook, result }) => {
      await noteTest(tx, webhook, result);
      return { WebhookId: webhook.webhook_id, Delivered: result.isDelivered, Status: result.status };
    },
    next: ({ WebhookId }) => `${routes.webhook(WebhookId)}#attempts`,
    form: (_, { path }) => path.replace(/\/test$/, ''),
  }),
  [post(routes.webhookSwitch)]: action({
    ...own,
    input: SwitchForm,
    run: switchOn,
    next: ({ On }, { webhookId }) => routes.webhook(webhookId, On ? 'on' : 'off'),
  }),
  [post(routes.webhookSecret)]: action({
    ...own,
    input: WebhookRef,
    run: async (tx, webhook) => {
      await changed(tx, webhook).set({ salt: newSalt() }).execute();
      return {};
    },
    next: (_, { webhookId }) => routes.webhook(webhookId, 'salt'),
  }),
  [post(routes.webhookDelete)]: action({
    ...own,
    input: WebhookRef,
    run: async (tx, { webhook_id }) => {
      await tx.db
        .deleteFrom('webhook')
        .where('site', '=', tx.site.code)
        .where('webhook_id', '=', webhook_id)
        .execute();
      return {};
    },
    next: () => routes.webhooks({ done: 'deleted' }),
  }),
};
