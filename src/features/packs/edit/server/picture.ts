import { forSite } from '#db/for-site.ts';
import {
  dimensionProblem,
  pictureLimits,
  removedBecause,
  tooManyBytes,
  wrongKind,
} from '#features/tracks/pictures/pictures.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { redrawPicture } from '#platform/files/picture.ts';
import { type DrawnRow, storeDrawn } from '#platform/files/store-drawn.ts';
import { isYes } from '#platform/http/form-body.ts';
import type { SentFile } from '#platform/http/multipart.ts';
import { Problem } from '#platform/http/problem.ts';
import type { DrawnFile } from '#platform/pictures/tools.ts';
import { type ReceivedFile, receiveFile } from '#platform/uploads/received-file.ts';

/** The name of the file input. */
const pictureField = 'Picture';

/** The files of a picture, stored in the transaction; the largest JPEG is the first. */
type DrawnPicture = readonly DrawnRow[];

/** The new picture of a pack; null removes it, undefined leaves it unchanged. */
export type PictureChange = DrawnPicture | null | undefined;

const refused = (fileName: string, reason: string, status = 422) =>
  new Problem(status, `${fileName}: ${removedBecause(reason)}`, { file: fileName, field: pictureField });

/** Receives the file of the form. */
export const receivePicture = (ctx: Ctx, sent: SentFile): Promise<ReceivedFile> =>
  receiveFile(ctx, sent, {
    bytes: pictureLimits.fileBytes,
    tooLarge: (fileName) => refused(fileName, tooManyBytes, 413),
  });

/** Runs `write` in the transaction that stores the new picture of a form; without one, `write` opens its own. */
export async function withPicture<T>(
  ctx: Ctx,
  { fields, files: [picture] }: { readonly fields: URLSearchParams; readonly files: readonly ReceivedFile[] },
  write: (ctx: Ctx, picture: PictureChange) => Promise<T>,
): Promise<T> {
  if (!picture) return write(ctx, isYes(fields.get('RemovePicture') ?? '') ? null : undefined);
  return storeDrawn(ctx, await drawPicture(ctx, picture), write);
}

/** Re-encodes a picture by the rules for screenshots. Throws a Problem that names the file if it cannot be accepted. */
export async function drawPicture(ctx: Ctx, { fileName, blob }: ReceivedFile): Promise<readonly DrawnFile[]> {
  await ctx.limits.consume('picture', { subject: `account ${ctx.viewer.accountId}` });
  const drawn = await redrawPicture(ctx, blob, {
    maxPixels: pictureLimits.maxWidth * pictureLimits.maxHeight,
    refuse: dimensionProblem,
    wrongKind,
  });
  if (!drawn.ok) throw refused(fileName, drawn.reason);
  return drawn.files;
}

/** Replaces the picture of a pack; null removes it. The files of the old one are swept later. */
export async function setPicture(tx: TxCtx, packId: number, picture: DrawnPicture | null): Promise<void> {
  const site = tx.site.code;
  await tx.db.deleteFrom('pack_picture').where('site', '=', site).where('pack_id', '=', packId).execute();
  if (picture)
    await tx.db
      .insertInto('pack_picture')
      .values(picture.map((file) => ({ site, pack_id: packId, ...file, added_at: tx.clock.now() })))
      .execute();
  await tx.db
    .updateTable('pack')
    .set({ image_sha256: picture?.[0]?.sha256 ?? null })
    .where('site', '=', site)
    .where('pack_id', '=', packId)
    .execute();
}

/** The files of the picture of a pack. */
export const pictureFiles = (ctx: Ctx, packId: number) =>
  forSite(ctx, 'pack_picture')
    .where('pack_id', '=', packId)
    .select(['format', 'width', 'sha256', 'added_at'])
    .execute();
