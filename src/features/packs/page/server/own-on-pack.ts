import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { readCompiled } from '#platform/compiled.ts';
import type { Ctx } from '#platform/context.ts';
import { reader } from '#platform/lists/run.ts';
import { slot } from '#platform/lists/slots.ts';
import { packList } from '../../list/server/list.ts';
import type { PackOfPage, PackOptions } from '../../page-data.ts';
import { submissionRefusal } from '../../submission.ts';

const me = slot<number>('userId');

/** For a row of `pack`: whether the viewer has something to do with it, and what its tracks are counted for. */
const own = (ctx: Ctx) => {
  const here = sql.lit(ctx.site.code); // a literal: see db/for-site.ts
  const ofPack = sql`x.site = ${here} and x.pack_id = pack.pack_id`;
  return forSite(ctx, 'pack')
    .where('pack_id', '=', slot<number>('packId'))
    .select([
      sql<boolean>`pack.is_public and pack.owner_id <> ${me}::integer
        and not exists (select from pack_manager x where ${ofPack} and x.user_id = ${me}::integer)
        and not exists (select from pack_track x join track_author a on a.site = ${here} and a.track_id = x.track_id
          where ${ofPack} and a.user_id = ${me}::integer)`.as('seesAsVisitor'),
      sql<number>`(select count(*)::integer from pack_track x where ${ofPack})`.as('tracks'),
      sql<number>`(select count(*)::integer from pack_track x where ${ofPack} and x.added_by = ${me}::integer)`.as(
        'ownSubmissions',
      ),
    ]);
};

/**
 * Whether a member sees the page of a pack as visitors do: they do not manage it, and have no track in it. The tracks that it has in any
 * state, and those that the member added.
 */
export async function ownOnPack(ctx: Ctx, packId: number) {
  const { userId } = ctx.viewer;
  const [row] = await readCompiled(ctx, 'own on the page of a pack', () => own(ctx), { packId, userId });
  return row ?? { seesAsVisitor: false, tracks: 0, ownSubmissions: 0 };
}

export type OwnOnPack = Awaited<ReturnType<typeof ownOnPack>>;

const listPacks = reader(packList);

/**
 * On how many tracks of a pack the viewer is ranked, and their place on its leaderboard. In a statement of its own, so that visitors'
 * pages do not depend on replays.
 */
export async function ownResultsIn(ctx: Ctx, packId: number) {
  const { Results } = await listPacks(ctx, { id: packId, fields: ['Driven', 'UserLB'] });
  return { driven: Results[0]?.Driven ?? null, place: Results[0]?.UserLB ?? null };
}

/** What a member can do who sees the page as visitors do. */
export const memberOptions = (
  visitors: PackOptions,
  pack: PackOfPage,
  { tracks, ownSubmissions }: OwnOnPack,
): PackOptions => ({
  ...visitors,
  isSignedIn: true,
  mayReport: true,
  refusal: submissionRefusal(
    {
      isManager: false,
      isLegacy: pack.IsLegacy,
      allowsSubmissions: pack.AllowsTrackSubmissions,
      tracks,
      ownSubmissions,
      submissionsPerUser: pack.SubmissionsPerUser,
    },
    { isBeta: false },
  ),
});
