import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { wholeOrNull, wordsOrNull } from './field-kinds.ts';
import { slots } from './slots.ts';

type Kind = Database['mirrored']['kind'];

/** The fields that say where a row was copied from, for each list whose rows can be copies. */
export function originFields<DB, TB extends keyof DB>(
  kind: Kind | readonly Kind[],
  id: (eb: ExpressionBuilder<DB, TB>) => Expression<number>,
) {
  const kinds = sql.join([kind].flat().map(sql.lit));
  const from = (eb: ExpressionBuilder<DB, TB>, column: 'site' | 'id') => sql`(select ${
    column === 'site'
      ? sql`coalesce(copied.origin_site, source.origin)`
      : sql`coalesce(copied.origin_id, copied.source_id)`
  } from mirrored copied join mirror source on source.site = copied.site and source.mirror_id = copied.mirror_id
    where copied.site = ${slots.site} and copied.kind in (${kinds}) and copied.local_id = ${id(eb)} and copied.state in ('copied', 'claimed')
    order by copied.mirror_id limit 1)`;
  return {
    OriginSite: wordsOrNull<DB, TB>((eb) => from(eb, 'site').$castTo<string | null>()),
    OriginId: wholeOrNull<DB, TB>((eb) => from(eb, 'id').$castTo<number | null>()),
  };
}
