import { randomBytes } from 'node:crypto';
import { forSite } from '#db/for-site.ts';
import { hourSeconds } from '#lib/codes/durations.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { type Redrawn, redrawPicture } from '#platform/files/picture.ts';
import { type DrawnRow, storeDrawn } from '#platform/files/store-drawn.ts';
import type { SentFile } from '#platform/http/multipart.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { type ReceivedFile, receiveFile } from '#platform/uploads/received-file.ts';
import { makeRoom, takeStagedRoom } from '#platform/uploads/staged.ts';
import {
  dimensionProblem,
  pictureLimits,
  removedBecause,
  type StagedPicture,
  tooManyBytes,
  wrongKind,
} from '../pictures.ts';

/** Staged pictures per user: enough for an upload of a hundred tracks. */
const maxStaged = 1000;

/** Receives a picture of a form. One that is too large is refused with the message of the page. */
export const receivePicture = (ctx: Ctx, sent: SentFile): Promise<ReceivedFile> =>
  receiveFile(ctx, sent, {
    bytes: pictureLimits.fileBytes,
    tooLarge: (file) =>
      new Problem(413, `${file}: ${removedBecause(tooManyBytes)}`, { file, field: sent.field }),
  });

/**
 * Re-encodes a picture and stores it for a day, until a track uses it. Throws a Problem 422 that names the file if it cannot be
 * accepted. The caller discards the blob.
 */
export async function stagePicture(ctx: Ctx, file: ReceivedFile): Promise<StagedPicture> {
  await ctx.limits.consume('picture', { subject: `account ${ctx.viewer.accountId}` });
  return storeStaged(ctx, file, await redrawn(ctx, file));
}

type Drawn = Extract<Redrawn, { ok: true }>;

/** Re-encodes a picture for the pages of tracks, or throws a Problem 422. */
export async function redrawn(ctx: Ctx, { fileName, blob }: ReceivedFile): Promise<Drawn> {
  const drawn = await redrawPicture(ctx, blob, {
    maxPixels: pictureLimits.maxWidth * pictureLimits.maxHeight,
    refuse: dimensionProblem,
    wrongKind,
  });
  if (drawn.ok) return drawn;
  throw new Problem(422, `${fileName}: ${removedBecause(drawn.reason)}`, {
    file: fileName,
    field: 'ScreenshotFile',
  });
}

/** Stores a re-encoded picture for a day, until a track uses it. */
export async function storeStaged(
  ctx: Ctx,
  { fileName, blob }: { readonly fileName: string; readonly blob: Pick<ReceivedFile['blob'], 'sizeBytes'> },
  drawn: Drawn,
): Promise<StagedPicture> {
  const reference = randomBytes(18).toString('base64url');
  const bytes = drawn.files.reduce((sum, file) => sum + file.bytes.length, 0);
  const write = async (tx: TxCtx, files: readonly DrawnRow[]) => {
    await tx.db
      .insertInto('picture')
      .values({
        site: tx.site.code,
        reference,
        user_id: tx.viewer.userId,
        track_id: null,
        file_name: fileName,
        file_size: blob.sizeBytes,
        width: drawn.width,
        height: drawn.height,
        staged_at: tx.clock.now(),
        stored_bytes: bytes,
      })
      .execute();
    const rows = files.map((file) => ({ site: tx.site.code, reference, ...file }));
    await tx.db.insertInto('picture_file').values(rows).execute();
  };
  await makeRoom(ctx, bytes);
  await storeDrawn(ctx, drawn.files, write, async (tx) => {
    await assertRoom(tx);
    await takeStagedRoom(tx, bytes);
  });
  const { width, height } = drawn;
  return { Reference: reference, FileName: fileName, FileSize: blob.sizeBytes, Width: width, Height: height };
}

/** Refuses if this user has too many staged pictures; serialised, because concurrent requests would not see each other. */
async function assertRoom(tx: TxCtx): Promise<void> {
  await lockUntilCommit(tx, `staged pictures ${tx.site.code} ${tx.viewer.userId}`);
  const { waiting } = await forSite(tx, 'picture')
    .where('user_id', '=', tx.viewer.userId)
    .where('track_id', 'is', null)
    .select((eb) => eb.fn.countAll<string>().as('waiting'))
    .executeTakeFirstOrThrow();
  if (Number(waiting) < maxStaged) return;
  throw new Problem(
    429,
    `${maxStaged} of your pictures are waiting for a track. Publish some, or come back tomorrow.`,
    {
      retryAfterSeconds: hourSeconds,
    },
  );
}
