import type { TxCtx } from '#platform/context.ts';
import { downloaderOf } from '#platform/downloader.ts';

/** Counts a download of the whole pack, once per user or visitor and day. */
export async function countPackDownload(
  tx: TxCtx,
  packId: number,
  request: { readonly address: string },
): Promise<{ Counted: boolean }> {
  const { day, person } = downloaderOf(tx, request);
  const first = await tx.db
    .insertInto('pack_download')
    .values({ site: tx.site.code, pack_id: packId, day, person })
    .onConflict((conflict) => conflict.doNothing())
    .returning('pack_id')
    .executeTakeFirst();
  if (first) {
    await tx.db
      .updateTable('pack')
      .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
      .where('site', '=', tx.site.code)
      .where('pack_id', '=', packId)
      .execute();
  }
  return { Counted: first !== undefined };
}
