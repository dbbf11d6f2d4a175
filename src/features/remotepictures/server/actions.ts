import { recordModeration } from '#features/modlog/server/actions.ts';
import type { TxCtx } from '#platform/context.ts';
import type { PictureAct, PictureDecision } from '../acts.ts';
import type { StoredPicture } from './repo.ts';

const logged = { block: 'picture.block', allow: 'picture.allow', fetch: 'picture.fetch' } as const;

/**
 * Blocks or unblocks a picture, or fetches it again. A blocked picture is not fetched any more, and the same file is recognised at
 * other addresses; its copy is removed by the nightly sweep of files.
 */
export async function decide(
  tx: TxCtx,
  { picture_id: pictureId }: StoredPicture,
  { Act, Reason }: PictureDecision,
): Promise<{ PictureId: number }> {
  const subject = { kind: 'remotepicture', id: pictureId };
  await recordModeration(tx, { act: logged[Act], subject, reason: Reason });
  const site = tx.site.code;
  await tx.db
    .updateTable('remote_picture')
    .where('site', '=', site)
    .where('picture_id', '=', pictureId)
    .set(changeOf(Act, tx.clock.now()))
    .execute();
  if (Act !== 'block') await tx.jobs.add('fetch-remote-picture', { site, pictureId });
  return { PictureId: pictureId };
}

function changeOf(act: PictureAct, now: Date) {
  const withoutFile = { sha256: null, width: null, height: null, failure: null };
  return act === 'block'
    ? { ...withoutFile, state: 'blocked' as const, next_try_at: null }
    : { ...withoutFile, state: 'waiting' as const, next_try_at: now, tries: 0, received_sha256: null };
}
