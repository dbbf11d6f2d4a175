import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { managesPack, type SubmissionFacts } from '../../submission.ts';

/** The facts about a pack that the rules about its tracks need. */
export interface Pack extends SubmissionFacts {
  readonly packId: number;
  /** without colour codes */
  readonly name: string;
  readonly ownerId: number;
  readonly isPublic: boolean;
  readonly revision: number;
  /** of the last approved track; 0 if there is none */
  readonly lastPosition: number;
  /** the viewer manages it only as a moderator, which is logged */
  readonly isModeration: boolean;
}

/** The display name of a pack. */
export const packName = (packId: number, name: string): string =>
  stripGameText(name).trim() || `Trackpack ${packId}`;

/** Locks a pack until the transaction ends, so that changes to its tracks are made one after the other; 404 if it is unknown. */
export async function lockedPack(tx: TxCtx, packId: number): Promise<Pack> {
  const lock = forSite(tx, 'pack').where('pack_id', '=', packId).select('pack_id').forNoKeyUpdate();
  const [, pack] = await Promise.all([lock.execute(), packById(tx, packId)]);
  if (!pack) throw notFound('This trackpack');
  return pack;
}

/** A pack that the viewer may see; otherwise null. */
export async function packById(ctx: Ctx, packId: number): Promise<Pack | null> {
  const counts = forSite(ctx, 'pack_track')
    .where('pack_id', '=', packId)
    .select(({ fn }) => [
      fn.countAll<number>().as('tracks'),
      fn.count<number>('track_id').filterWhere('added_by', '=', ctx.viewer.userId).as('mine'),
      fn.max('position').as('last'),
    ]);
  const [head, counted] = await Promise.all([packHead(ctx, packId), counts.executeTakeFirstOrThrow()]);
  if (!head) return null;
  return {
    ...head,
    tracks: Number(counted.tracks),
    ownSubmissions: Number(counted.mine),
    lastPosition: counted.last ?? 0,
  };
}

export type PackHead = Omit<Pack, 'tracks' | 'ownSubmissions' | 'lastPosition'>;

/** The same without what is counted: one row. */
export async function packHead({ db, site, viewer }: Ctx, packId: number): Promise<PackHead | null> {
  const pack = await forSite({ db, site }, 'pack')
    .where('pack.pack_id', '=', packId)
    .where('pack.deleted_at', 'is', null)
    .select([
      'owner_id',
      'name',
      'is_public',
      'is_legacy',
      'allows_submissions',
      'submissions_per_user',
      'revision',
    ])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('pack_manager as m')
            .where('m.site', '=', sql.lit(site.code))
            .whereRef('m.pack_id', '=', 'pack.pack_id')
            .where('m.user_id', '=', viewer.userId)
            .select(eb.lit(1).as('one')),
        )
        .as('is_named_manager'),
    ])
    .executeTakeFirst();
  if (!pack) return null;
  const { owner_id: ownerId } = pack;
  const isNamedManager = Boolean(pack.is_named_manager);
  const isManager = managesPack(viewer, { ownerId, isNamedManager });
  if (!pack.is_public && !isManager) return null;
  return {
    packId,
    name: packName(packId, pack.name),
    ownerId,
    isPublic: pack.is_public,
    revision: pack.revision,
    isManager,
    isModeration: isManager && !isNamedManager && ownerId !== viewer.userId,
    isLegacy: pack.is_legacy,
    allowsSubmissions: pack.allows_submissions,
    submissionsPerUser: pack.submissions_per_user,
  };
}
