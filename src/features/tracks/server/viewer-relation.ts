import { type Expression, type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import type { TrackRelation } from '../model.ts';

/** The columns that determine a relation, for queries with a row of `track`. `me`: the viewer, unless it is a visitor. */
export function relationColumns(
  ctx: Ctx,
  eb: ExpressionBuilder<Database, 'track'>,
  me: number | Expression<number> = ctx.viewer.userId,
) {
  const here = sql.lit(ctx.site.code); // a literal: see db/for-site.ts
  const isAuthorWhere = (isPending: boolean) =>
    eb.exists(
      eb
        .selectFrom('track_author as own')
        .where('own.site', '=', here)
        .whereRef('own.track_id', '=', 'track.track_id')
        .where('own.user_id', '=', me)
        .where('own.is_pending', '=', isPending)
        .select(sql<number>`1`.as('one')),
    );
  const manages = eb.exists(
    eb
      .selectFrom('pack_track as x')
      .innerJoin('pack as k', (join) =>
        join.onRef('k.site', '=', 'x.site').onRef('k.pack_id', '=', 'x.pack_id'),
      )
      .leftJoin('pack_manager as m', (join) =>
        join.onRef('m.site', '=', 'k.site').onRef('m.pack_id', '=', 'k.pack_id').on('m.user_id', '=', me),
      )
      .where('x.site', '=', here)
      .whereRef('x.track_id', '=', 'track.track_id')
      .where('k.deleted_at', 'is', null)
      .where((of) => of.or([of('k.owner_id', '=', me), of('m.user_id', 'is not', null)]))
      // adding a track of others to a pack must not reveal it when they hide it
      .where((of) =>
        of.exists(
          of
            .selectFrom('track_author as by')
            .where('by.site', '=', here)
            .whereRef('by.track_id', '=', 'x.track_id')
            .whereRef('by.user_id', '=', 'x.added_by')
            .where('by.is_pending', '=', false)
            .select(of.lit(1).as('one')),
        ),
      )
      .select(sql<number>`1`.as('one')),
  );
  const nobody = ctx.viewer.userId === 0; // visitors are never authors: nothing to look up
  const ofMember = (what: ExpressionWrapper<Database, 'track', SqlBool>) => (nobody ? eb.lit(false) : what);
  return [
    ofMember(eb('track.uploader_id', '=', me)).as('viewer_is_uploader'),
    ofMember(isAuthorWhere(false)).as('viewer_is_author'),
    ofMember(isAuthorWhere(true)).as('viewer_is_pending'),
    ofMember(manages).as('viewer_manages'),
  ] as const;
}

interface RelationRow {
  readonly viewer_is_uploader: SqlBool;
  readonly secret_key: string;
  readonly viewer_is_author: SqlBool;
  readonly viewer_is_pending: SqlBool;
  readonly viewer_manages: SqlBool;
}

/** The viewer's relation to the track of this row; `key` as in the address. */
export const relationOf = (ctx: Ctx, row: RelationRow, key: string | null): TrackRelation => ({
  isUploader: Boolean(row.viewer_is_uploader),
  isAuthor: Boolean(row.viewer_is_author),
  isPending: Boolean(row.viewer_is_pending),
  managesItsPack: Boolean(row.viewer_manages),
  isModerator: isModerator(ctx.viewer),
  hasSecret: key !== null && key === row.secret_key,
});
