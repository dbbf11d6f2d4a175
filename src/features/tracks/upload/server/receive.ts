import { challengeKindRefusal } from '#lib/gbx/read/challenge.ts';
import type { Ctx } from '#platform/context.ts';
import type { FormLimits, SentFile } from '#platform/http/multipart.ts';
import { Problem } from '#platform/http/problem.ts';
import { formBounds, formWithOneFile } from '#platform/uploads/bounds.ts';
import { type EntryFile, receiveEntryFile } from '#platform/uploads/received-file.ts';
import { pictureLimits, removedBecause, tooManyBytes } from '../../pictures/pictures.ts';

const mebibyte = 1024 * 1024;

/** The limits of uploaded tracks and their pictures, in addition to those of every form. */
export const uploadBounds = {
  ...formBounds,
  trackFileBytes: mebibyte,
  pictureFileBytes: pictureLimits.fileBytes,
} as const;

const { fieldBytes, textBytes, formBytes } = formBounds;

/** A form with any number of tracks and their pictures. Files that are too large are skipped without being stored. */
export const tracksForm: FormLimits = {
  fieldBytes,
  textBytes,
  files: uploadBounds.entries,
  fileBytes: uploadBounds.pictureFileBytes,
  // 200 tracks with 50 fields each
  fields: 10_000,
  formBytes,
};

/** A form with one track or picture. */
export const oneFileForm = formWithOneFile(uploadBounds.pictureFileBytes, { fields: 100, textBytes });

/** Receives a track, or a picture of one. */
export const receiveTrackFile = (ctx: Ctx, sent: SentFile): Promise<EntryFile> =>
  receiveEntryFile(ctx, sent, /\.ScreenshotFile$/i.test(sent.field) ? pictureFile : trackFile);

const pictureFile = {
  bytes: uploadBounds.pictureFileBytes,
  tooLarge: (fileName: string) => new Problem(413, `${fileName}: ${removedBecause(tooManyBytes)}`),
};

const trackFile = {
  bytes: uploadBounds.trackFileBytes,
  /** Maps of newer games are often too large: the message should name the game, not the size. */
  tooLarge(fileName: string, head: Buffer) {
    const refusal = challengeKindRefusal(head);
    return refusal && new Problem(422, `${fileName}: ${refusal.message}`);
  },
};
