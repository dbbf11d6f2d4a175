import { forSite } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { routes } from '#routes.ts';
import { managesPack, type PackStanding, submissionRefusal } from '../submission.ts';
import { managersOf } from './managers.ts';
import { recountPacks } from './recount.ts';

interface Submission {
  readonly packId: number;
  readonly trackId: number;
  readonly isBeta: boolean;
  /** the requested status; null: the default for the submitter */
  readonly status: PackTrackStatus | null;
}

/**
 * Adds a track to a pack, in the transaction that creates the track. Managers choose its status, by default approved; tracks of
 * others wait for the managers.
 */
export async function submitToPack(tx: TxCtx, track: Submission): Promise<void> {
  const { packId, trackId } = track;
  await forSite(tx, 'pack').where('pack_id', '=', packId).select('pack_id').forUpdate().executeTakeFirst();
  const pack = await packStanding(tx, packId);
  if (!pack) throw notFound('This trackpack');
  const refusal = submissionRefusal(pack, track);
  if (refusal !== null) throw new Problem(403, refusal, { field: 'TrackStatus' });
  const status = track.status ?? (pack.isManager ? PackTrackStatus.approved : PackTrackStatus.pending);
  if (!pack.isManager && status !== PackTrackStatus.pending) {
    const detail = 'The status of a track is chosen by the managers of the trackpack.';
    throw new Problem(403, detail, { field: 'TrackStatus' });
  }
  const isApproved = status === PackTrackStatus.approved;
  const now = tx.clock.now();
  await tx.db
    .insertInto('pack_track')
    .values({
      site: tx.site.code,
      pack_id: packId,
      track_id: trackId,
      status,
      position: isApproved ? pack.lastPosition + 1 : null,
      added_by: tx.viewer.userId,
      added_at: now,
    })
    .execute();
  await tx.db
    .updateTable('pack')
    .set(isApproved ? { activity_at: now, updated_at: now } : { activity_at: now })
    .where('site', '=', tx.site.code)
    .where('pack_id', '=', packId)
    .execute();
  if (isApproved) await recountPacks(tx, [packId]);
  if (status === PackTrackStatus.pending) await tellManagers(tx, packId);
}

/** One unread notice per pack, however many tracks are waiting. */
async function tellManagers(tx: TxCtx, packId: number): Promise<void> {
  for (const { name, managers } of await managersOf(tx, [packId])) {
    await notify(tx, {
      to: managers,
      kind: 'pack.submission',
      text: `New tracks are waiting for you in “${stripGameText(name)}”.`,
      link: routes.trackPackShow(packId),
    });
  }
}

/** The pack for the page that uploads into it; null if there is none that this viewer may see. */
export async function packForUpload(ctx: Ctx, packId: number) {
  const pack = await packStanding(ctx, packId);
  if (!pack) return null;
  return {
    packId,
    name: stripGameText(pack.name).trim() || `Trackpack ${packId}`,
    isManager: pack.isManager,
    refusal: submissionRefusal(pack, { isBeta: false }),
  };
}

async function packStanding(ctx: Ctx, packId: number) {
  const me = ctx.viewer.userId;
  const pack = await forSite(ctx, 'pack')
    .where('pack.pack_id', '=', packId)
    .where('pack.deleted_at', 'is', null)
    .select(['owner_id', 'name', 'is_public', 'is_legacy', 'allows_submissions', 'submissions_per_user'])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('pack_manager as m')
            .whereRef('m.site', '=', 'pack.site')
            .whereRef('m.pack_id', '=', 'pack.pack_id')
            .where('m.user_id', '=', me)
            .select(eb.lit(1).as('one')),
        )
        .as('is_named_manager'),
    ])
    .executeTakeFirst();
  if (!pack) return null;
  const isManager = managesPack(ctx.viewer, {
    ownerId: pack.owner_id,
    isNamedManager: Boolean(pack.is_named_manager),
  });
  if (!pack.is_public && !isManager) return null;
  const counted = await forSite(ctx, 'pack_track')
    .where('pack_id', '=', packId)
    .select(({ fn }) => [
      fn.countAll<number>().as('tracks'),
      fn.count<number>('track_id').filterWhere('added_by', '=', me).as('mine'),
      fn.max('position').as('last'),
    ])
    .executeTakeFirstOrThrow();
  const standing: PackStanding = {
    isManager,
    isLegacy: pack.is_legacy,
    allowsSubmissions: pack.allows_submissions,
    tracks: Number(counted.tracks),
    ownSubmissions: Number(counted.mine),
    submissionsPerUser: pack.submissions_per_user,
  };
  return { ...standing, name: pack.name, lastPosition: counted.last ?? 0 };
}
