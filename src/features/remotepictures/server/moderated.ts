import { forSite } from '#db/for-site.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed, notFound } from '#platform/http/problem.ts';
import { mayAct, type PictureAct } from '../acts.ts';
import { decide } from './actions.ts';
import { pictureForUpdate } from './repo.ts';

/** Decides about a picture of another host from the moderators' console. */
export async function decideById(
  tx: TxCtx,
  pictureId: number,
  act: PictureAct,
  reason: string,
): Promise<void> {
  const row = await forSite(tx, 'remote_picture')
    .where('picture_id', '=', pictureId)
    .select('key')
    .executeTakeFirst();
  if (!row) throw notFound('This picture');
  const picture = await pictureForUpdate(tx, row.key);
  assertAllowed(mayAct(tx.viewer, picture.state, act));
  await decide(tx, picture, { key: row.key, Act: act, Reason: reason });
}
