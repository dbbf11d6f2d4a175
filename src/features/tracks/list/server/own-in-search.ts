import { sql } from 'kysely';
import { trackOrderCodes } from '#lib/codes/orders.ts';
import { readCompiled } from '#platform/compiled.ts';
import type { Ctx } from '#platform/context.ts';
import { slot } from '#platform/lists/slots.ts';
import type { TrackSearchRow } from '../search.ts';
import { listTracks } from './list.ts';
import { trackOrders } from './orders.ts';

/** Orders in which every viewer gets the same tracks; by record time, a secret one has a place for its driver only. */
const sharedOrders: ReadonlySet<number> = new Set(
  Object.values(trackOrders)
    .filter((one) => 'indexed' in one)
    .flatMap(({ codes }) => codes)
    .filter((code) => !trackOrderCodes.recordTime.some((own) => own === code)),
);

/** Whether rows in this order are the same for all who see the same tracks. */
export const isSharedOrder = (code: number): boolean => sharedOrders.has(code);

const me = slot<number>('userId');

const authorship = ({ db, site }: Ctx) => {
  const here = sql.lit(site.code); // a literal: see db/for-site.ts
  return db.selectNoFrom(
    sql<boolean>`exists (select from track_author own
      join track t on t.site = ${here} and t.track_id = own.track_id and t.deleted_at is null
      where own.site = ${here} and own.user_id = ${me}::integer
        and (not (t.is_public and t.is_listed) or t.track_id = any(${slot<number[]>('trackIds')}::integer[])))`.as(
      'seesMore',
    ),
  );
};

/** Whether the viewer is an author of one of these tracks, or of one that not everyone sees, or is invited to be one. */
async function seesMore(ctx: Ctx, trackIds: readonly number[]): Promise<boolean> {
  const values = { userId: ctx.viewer.userId, trackIds };
  const key = 'authorship among found tracks';
  const [row] = await readCompiled(ctx, key, () => authorship(ctx), values);
  return row?.seesMore ?? true;
}

/**
 * Rows of the search as visitors get them, with the results of a member and their Play Later list; the same rows if there is nothing of
 * this member in them. Null if this member gets other rows: authors see their hidden tracks, and secret results on their tracks.
 */
export async function withOwnResults(
  ctx: Ctx,
  rows: readonly TrackSearchRow[],
): Promise<readonly TrackSearchRow[] | null> {
  const ids = rows.map(({ TrackId }) => TrackId);
  const me = ctx.viewer.userId;
  const [hasMore, { Results }] = await Promise.all([
    seesMore(ctx, ids),
    listTracks(ctx, {
      fields: [
        'TrackId',
        'InBookmarks',
        'UserReplay.ReplayTime',
        'UserReplay.ReplayScore',
        'UserReplay.IsSecret',
      ],
      id: ids,
      count: ids.length,
    }),
  ]);
  const holdsSecretly = rows.some(({ WRReplay }) => WRReplay?.IsSecret && WRReplay.User.UserId === me);
  if (hasMore || holdsSecretly || Results.length < rows.length) return null;
  const own = new Map(Results.map((row) => [row.TrackId, row]));
  if (!Results.some(({ InBookmarks, UserReplay }) => InBookmarks || UserReplay)) return rows;
  return rows.map((row) => ({ ...row, ...own.get(row.TrackId) }));
}
