import { z } from 'zod';
import { challengeKindRefusal } from '#lib/gbx/read/challenge.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import type { FormLimits, SentFile } from '#platform/http/multipart.ts';
import { badRequest, notFound, Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { formBounds, formWithOneFile } from '#platform/uploads/bounds.ts';
import { fileAction } from '#platform/uploads/file-action.ts';
import { type EntryFile, receiveEntryFile } from '#platform/uploads/received-file.ts';
import { removeOwnStaged } from '#platform/uploads/staged.ts';
import { type UploadKind, uploads } from '#platform/uploads/upload.ts';
import { del, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import type { PublishedTrack } from '../../file/analysis.ts';
import { analysisOf, type TrackRead, trackFiles } from '../../file/server/analyse.ts';
import { pictureLimits, removedBecause, tooManyBytes } from '../../pictures/pictures.ts';
import { receivePicture, stagePicture } from '../../pictures/server/stage.ts';
import { mayUpload } from '../../server/policy.ts';
import type { GivenSettings } from '../../settings.ts';
import { settingsIn, trackNames, withNamed, withStaged } from './entry-settings.ts';
import { trackUploadDoors } from './programs.ts';
import { checkedSettings, type IntoPack, publishUpload } from './publish.ts';

/** Adds a new track to this pack, or throws the reason why not. */
export type SubmitToPack = (
  tx: TxCtx,
  track: Parameters<IntoPack>[1] & { readonly packId: number },
) => Promise<void>;

/** The routes of uploads other than pages. */
export function uploadRoutes(submitToPack: SubmitToPack): RouteTable {
  const { analyse, publish } = uploads(tracks(submitToPack));
  return {
    [post(routes.trackUploadAnalyse)]: analyse,
    [post(routes.trackUpload)]: publish,
    [post(routes.multiTrackUpload)]: publish,
    [post(routes.trackUploadScreenshot)]: screenshot,
    [del(routes.stagedFiles)]: removeStaged,
    [post(routes.stagedFiles)]: removeStaged,
  };
}

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

/** Where tracks are uploaded to. */
interface Place {
  /** the page of the form */
  readonly page: string;
  /** `?packid=`: every track is added to this pack */
  readonly packId: number | null;
}

/** Tracks: POST /trackupload/analyse responds with an UploadAnalysis, POST /trackupload with an UploadResult for each entry. */
const tracks = (submitToPack: SubmitToPack): UploadKind<Place, GivenSettings, TrackRead, PublishedTrack> => ({
  ...trackFiles,
  names: trackNames,
  fileType: '.Challenge.Gbx',
  limits: { many: tracksForm, one: oneFileForm },
  allow: mayUpload,
  place({ path, query }) {
    const isAnalysis = path === routes.trackUploadAnalyse();
    const page = isAnalysis ? routes.trackUpload() : path;
    const packId = query.get('packid');
    if (packId === null) return { page, packId };
    if (!isAnalysis && !/^[1-9]\d{0,8}$/.test(packId)) throw notFound('This trackpack');
    return { page: `${page}?packid=${encodeURIComponent(packId)}`, packId: Number(packId) };
  },
  page: ({ page }) => page,
  receive: receiveTrackFile,
  analysis: (_, file, analysed) => analysisOf(file, analysed),
  settings: (ctx, entry, shared) => withNamed(ctx, settingsIn(entry, shared, ctx.site.tags)),
  check: checkedSettings,
  async publish(ctx, { uploadKey, settings: sent, moreFiles, read }, { packId }) {
    const settings = await withStaged(ctx, sent, moreFiles);
    const intoPack: IntoPack | null =
      packId === null ? null : (tx, track) => submitToPack(tx, { ...track, packId });
    const published = await publishUpload(ctx, uploadKey, settings, intoPack);
    return read ? { ...published, Issues: read.issues } : published;
  },
  next: ([track, ...others]) =>
    track && others.length === 0 ? routes.trackShow(track.TrackId) : routes.myTracks(),
  // in the form without scripts, these settings apply to all of its tracks
  sharedField: (field) =>
    field.replace(
      /^TrackEntries\[\d+\]\.(?=(?:Difficulty|Routes|Tags|TrackStatus|Visible|ReleaseDate|Listed|Beta)$)/,
      'Global.',
    ),
  counted: (published, all) => `Published ${published} of ${all} tracks.`,
  api: trackUploadDoors,
});

/** POST /trackupload/screenshot: multipart with one file → StagedPicture. */
const screenshot = fileAction({
  touches: 'edition',
  limits: oneFileForm,
  allow: ({ viewer }) => mayUpload(viewer),
  receive: receivePicture,
  form: null,
  async run(ctx, { files: [picture] }) {
    if (!picture) throw badRequest('ScreenshotFile: choose a picture.', 'ScreenshotFile');
    return stagePicture(ctx, picture);
  },
});

/**
 * Removes the files of the viewer's account that were analysed and not published, tracks and replays alike. It touches other editions,
 * except those that are read-only, but nothing that another user can see.
 */
const removeStaged = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: z.object({}),
  allow: ({ viewer }) => mayUpload(viewer),
  run: removeOwnStaged,
});
