import type { Ctx, TxCtx } from './context.ts';

/** One file of an export: made while it is read, or a file of the blob store. */
export type ExportPart = {
  /** path inside the folder of the edition, such as "forum/posts.json" */
  readonly name: string;
} & (
  | { readonly content: AsyncIterable<Uint8Array | string> }
  | { readonly sha256: string; readonly sizeBytes: number; readonly modifiedAt: Date }
);

/** What happens to the tracks, replays and packs of a user who deletes the account: they stay under "Deleted user", or they are removed. */
interface Leaving {
  readonly tracks: 'kept' | 'removed';
}

/**
 * What a feature stores about people. The functions run on each edition where the account has a profile; `tx.site` is the edition
 * and `userId` the profile there. They must not use `tx.viewer`.
 */
export interface PersonalData {
  readonly name: string;
  /** columns, as "table.column", that refer to a profile or account and that this entry handles */
  readonly covers: readonly string[];
  /**
   * Hides everything that the user wrote, in the transaction that closes the account. A separate mark lets `show` restore
   * exactly that. Counters are adjusted here, or by `settle`.
   */
  hide?(tx: TxCtx, userId: number, leaving: Leaving): Promise<void>;
  show?(tx: TxCtx, userId: number): Promise<void>;
  /**
   * Updates whatever depends on the rows that `hide` or `show` changed and takes too long for a request, one piece per
   * transaction, for every owner of the rows. Returns true if there is more to do.
   */
  settle?(tx: TxCtx): Promise<boolean>;
  /**
   * Erases permanently, after the grace period. Returns true if there is more to erase: it is then called again, in another
   * transaction. A run that was interrupted is repeated, so it must continue from any state.
   */
  erase?(tx: TxCtx, userId: number, leaving: Leaving): Promise<boolean> | Promise<void>;
  /**
   * Gives what was copied from another site under the profile `from` to `to`, who has proved to be its user. What stays is erased with
   * the profile. Runs again for what was copied in the meantime; counters of the two profiles are recalculated afterwards.
   */
  handOver?(tx: TxCtx, from: number, to: number): Promise<void>;
  /** The user's own data, read in pages; never private data of other people. */
  exported?(ctx: Ctx, userId: number): AsyncIterable<ExportPart>;
}

/** Rows read at once for an export. */
const pageSize = 500;

/** All rows of a query that is read in pages: `page` returns up to `limit` rows after `last`. */
export async function* inPages<Key, Row extends Key>(
  page: (last: Key | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const rows = await page(last, pageSize);
    yield* rows;
    last = rows.at(-1);
    if (rows.length < pageSize) return;
  }
}

/** A file with a list of rows as readable JSON. */
export const jsonPart = (name: string, rows: AsyncIterable<object> | Iterable<object>): ExportPart => ({
  name,
  content: jsonOf(rows),
});

async function* jsonOf(rows: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(row, null, 2);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
