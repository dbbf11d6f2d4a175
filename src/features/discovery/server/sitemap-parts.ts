import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { ListedRow, SitemapKind } from '#platform/sitemap.ts';

/** A page in a sitemap. */
export interface Listed {
  readonly path: string;
  /** of its last change, if known */
  readonly at: Date | null;
}

/**
 * Each part covers this many consecutive ids, so that new things never move others to another part. With at most 200 bytes for an
 * address, a part stays below the limits of the protocol (50,000 addresses, 50 MB) and of memory (2 MB).
 */
export const idsPerPart = 10_000;

/** The numbers of the parts that contain something, from 1. Reads one entry of the index for each possible part. */
export async function partsOf({ db, site }: Ctx, kind: SitemapKind): Promise<number[]> {
  const id = sql.ref(`k.${kind.id}`);
  const { rows } = await sql<{ part: number }>`
    select part from generate_series(0, (
      select max(${id}) / ${idsPerPart}::integer from ${kind.from} and k.site = ${site.code}
    )) part
    where exists (select from ${kind.from} and k.site = ${site.code}
      and ${id} between greatest(part * ${idsPerPart}::integer, 1) and part * ${idsPerPart}::integer + ${idsPerPart - 1}::integer)
    order by part`.execute(db);
  return rows.map(({ part }) => part + 1);
}

/** The pages of a part, by id. */
export async function pagesOf({ db, site }: Ctx, kind: SitemapKind, part: number): Promise<Listed[]> {
  const id = sql.ref(`k.${kind.id}`);
  const first = (part - 1) * idsPerPart;
  const at = kind.at === null ? sql`null::timestamptz` : sql.ref(`k.${kind.at}`);
  const address = kind.address === undefined ? sql`null::text` : sql.ref(`k.${kind.address}`);
  const { rows } = await sql<ListedRow>`
    select ${id} as id, ${at} as at, ${address} as address from ${kind.from} and k.site = ${site.code}
      and ${id} between ${Math.max(first, 1)}::integer and ${first + idsPerPart - 1}::integer
    order by ${id}`.execute(db);
  return rows.map((row) => ({ path: kind.path(row), at: row.at }));
}
