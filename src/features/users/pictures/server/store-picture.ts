import type { Ctx, TxCtx } from '#platform/context.ts';
import { redrawPicture } from '#platform/files/picture.ts';
import type { DrawnRow } from '#platform/files/store-drawn.ts';
import type { SentFile } from '#platform/http/multipart.ts';
import { Problem } from '#platform/http/problem.ts';
import type { DrawnFile } from '#platform/pictures/tools.ts';
import { type ReceivedFile, receiveFile } from '#platform/uploads/received-file.ts';
import {
  cutOf,
  type FaceKind,
  faceFileBytes,
  faceMessages,
  faceProblem,
  faceRules,
  maxFacePixels,
  type Selection,
} from '../picture-kinds.ts';

const refused = (fileName: string, reason: string, status = 422) =>
  new Problem(status, `${fileName}: ${reason} The image has been removed.`, {
    file: fileName,
    field: 'Picture',
  });

/** Receives the file of the form. */
export const receiveFace = (ctx: Ctx, sent: SentFile): Promise<ReceivedFile> =>
  receiveFile(ctx, sent, {
    bytes: faceFileBytes,
    tooLarge: (fileName) => refused(fileName, faceMessages.tooManyBytes, 413),
  });

/** Cuts out the selection and re-encodes it in several sizes. Of an animation, only the first frame is stored. */
export async function drawFace(
  ctx: Ctx,
  { fileName, blob }: ReceivedFile,
  { kind, selection }: { kind: FaceKind; selection: Selection | null },
): Promise<readonly DrawnFile[]> {
  await ctx.limits.consume('picture', { subject: `account ${ctx.viewer.accountId}` });
  const drawn = await redrawPicture(ctx, blob, {
    maxPixels: maxFacePixels,
    refuse: (width, height) => faceProblem(kind, width, height),
    wrongKind: faceMessages.wrongKind,
    frame: {
      widths: faceRules[kind].widths,
      cut: (width, height) => cutOf(kind, width, height, selection),
    },
  });
  if (!drawn.ok) throw refused(fileName, drawn.reason);
  return drawn.files;
}

/** Replaces a picture of a user; null removes it. The files of the old one are swept later. */
export async function setFace(
  tx: TxCtx,
  userId: number,
  kind: FaceKind,
  files: readonly DrawnRow[] | null,
): Promise<void> {
  const site = tx.site.code;
  await tx.db
    .deleteFrom('profile_picture')
    .where('site', '=', site)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute();
  if (files)
    await tx.db
      .insertInto('profile_picture')
      .values(files.map((file) => ({ site, user_id: userId, kind, ...file, added_at: tx.clock.now() })))
      .execute();
  const sha256 = files?.[0]?.sha256 ?? null;
  await tx.db
    .updateTable('profile')
    .set(kind === 'avatar' ? { avatar_sha256: sha256 } : { banner_sha256: sha256 })
    .where('site', '=', site)
    .where('user_id', '=', userId)
    .execute();
}
