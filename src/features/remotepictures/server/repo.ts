import { forSite } from '#db/for-site.ts';
import { pictureHost, pictureNote } from '#lib/bbcode/pictures.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { shownAs } from '#platform/remote-pictures/known.ts';
import { actsFor, type PictureAct } from '../acts.ts';

const wellFormed = /^[\w-]{22}$/;

const columns = [
  'picture_id',
  'key',
  'address',
  'state',
  'failure',
  'next_try_at',
  'sha256',
  'width',
  'height',
] as const;

/** The row of a picture by the key of our copy. The key is secret: who has it may see the picture. */
export async function pictureByKey(ctx: Ctx, key: string | undefined) {
  if (key === undefined || !wellFormed.test(key)) return null;
  const row = await forSite(ctx, 'remote_picture').where('key', '=', key).select(columns).executeTakeFirst();
  return row ?? null;
}

/** The same for a write, locked. */
export async function pictureForUpdate(tx: TxCtx, key: string) {
  const row = await forSite(tx, 'remote_picture')
    .where('key', '=', key)
    .select(columns)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('This picture');
  return row;
}

export type StoredPicture = Awaited<ReturnType<typeof pictureForUpdate>>;

/** What the page about a picture shows. A blocked one shows its address to moderators only. */
export async function picturePageOf(ctx: Ctx, key: string | undefined) {
  const row = await pictureByKey(ctx, key);
  if (!row) throw notFound('This picture');
  const picture = shownAs(row);
  const acts: readonly PictureAct[] = actsFor(ctx.viewer, row.state);
  return {
    id: row.picture_id,
    key: row.key,
    host: pictureHost(row.address),
    address: row.state === 'blocked' && acts.length === 0 ? null : row.address,
    shown: picture.is === 'shown' ? picture : null,
    note: picture.is === 'shown' ? null : `${pictureNote(picture)}.`,
    isRetried: row.state === 'failed' && row.next_try_at !== null,
    acts,
  };
}
