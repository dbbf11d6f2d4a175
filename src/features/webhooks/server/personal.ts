import { forSite } from '#db/for-site.ts';
import type { TxCtx } from '#platform/context.ts';
import { jsonPart, type PersonalData } from '#platform/personal-data.ts';

async function deleteAll(tx: TxCtx, userId: number): Promise<void> {
  await tx.db.deleteFrom('webhook').where('site', '=', tx.site.code).where('user_id', '=', userId).execute();
}

/** Webhooks end with the account, as its API tokens do. */
export const webhookData: PersonalData = {
  name: 'webhooks',
  covers: ['webhook.user_id'],
  hide: deleteAll,
  erase: deleteAll,
  async *exported(ctx, userId) {
    const rows = await forSite(ctx, 'webhook')
      .where('user_id', '=', userId)
      .orderBy('webhook_id')
      .select(['webhook_id as WebhookId', 'address as Address', 'about as About', 'pack_id as PackId'])
      .select(['kinds as Kinds', 'only_new as OnlyNew', 'format as Format', 'created_at as CreatedAt'])
      .execute();
    yield jsonPart('webhooks.json', rows);
  },
};
