import { forSite } from '#db/for-site.ts';
import type { Run } from './run.ts';
import type { SourceList } from './source.ts';

const idsAtOnce = 100;

/** Ids in ascending order, as many at once as one request may name. */
export function* chunks(ids: ReadonlySet<number>): Generator<number[]> {
  const all = [...ids].filter((id) => id > 0).sort((a, b) => a - b);
  for (let at = 0; at < all.length; at += idsAtOnce) yield all.slice(at, at + idsAtOnce);
}

/** The rows of the source with these ids. */
export const rowsOf = async <Row extends Parameters<Run['source']['page']>[0]['row']>(
  { source }: Run,
  list: SourceList<Row>,
  ids: readonly number[],
) => (await source.page(list, { id: ids.join(','), count: ids.length })).rows;

/** Rows of which a file or a part is still missing: those without the hash that is stored last. */
export async function incomplete({ ctx, pass }: Run, kind: 'track' | 'pack'): Promise<number[]> {
  const rows = await forSite(ctx, 'mirrored')
    .where('mirror_id', '=', pass.mirrorId)
    .where('kind', '=', kind)
    .where('state', 'in', ['copied', 'refused'])
    .where('row_hash', '=', '')
    .orderBy('source_id')
    .select('source_id')
    .execute();
  return rows.map(({ source_id }) => source_id);
}
