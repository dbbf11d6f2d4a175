import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { trackWith } from '../../file/server/duplicates.ts';
import { lockUid } from '../../upload/server/publish.ts';

const filesOf = (ctx: Pick<Ctx, 'db' | 'site'>, trackId: number) =>
  forSite(ctx, 'track_version')
    .where('track_id', '=', trackId)
    .orderBy('uid')
    .select(['uid', 'sha256'])
    .execute();

/** The id of the track as which a deleted one was uploaded again; null if it was not. */
export async function uploadedAgain(ctx: Pick<Ctx, 'db' | 'site'>, trackId: number): Promise<number | null> {
  const files = await filesOf(ctx, trackId);
  const uids = files.map(({ uid }) => uid);
  const again = await trackWith(ctx, { uids, sha256s: files.map(({ sha256 }) => sha256) }, trackId);
  return again?.track_id ?? null;
}

/** Why a track cannot be restored. */
export const trackIsBack = (trackId: number): string =>
  `This track has since been uploaded again as track ${trackId}. Only one of them can be on this edition.`;

/** Locks the UIds of a deleted track, and throws a Problem 409 if it was uploaded again. */
export async function assertNotUploadedAgain(tx: TxCtx, trackId: number): Promise<void> {
  for (const uid of new Set((await filesOf(tx, trackId)).map((file) => file.uid))) await lockUid(tx, uid);
  const again = await uploadedAgain(tx, trackId);
  if (again !== null) throw new Problem(409, trackIsBack(again), { link: routes.trackShow(again) });
}
