import { z } from 'zod';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import {
  assertAllowed,
  badRequest,
  denied,
  notFound,
  Problem,
  sentSignedOut,
} from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { takesUploads } from '#platform/switches/rules.ts';
import { problemOf, resultOf, resultsReply } from '#platform/uploads/results.ts';
import { removeOwnStaged } from '#platform/uploads/staged.ts';
import { del, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import type { PublishedTrack, UploadResult } from '../../file/analysis.ts';
import { analyseUpload } from '../../file/server/analyse.ts';
import { mayUpload } from '../../server/policy.ts';
import { readEntries, type SentEntry } from './entries.ts';
import { withNamed } from './named-authors.ts';
import { withStaged } from './plain-pictures.ts';
import { checkedSettings, type IntoPack, publishUpload } from './publish.ts';
import { withUpload } from './receive.ts';

/** Adds a new track to this pack, or throws the reason why not. */
export type SubmitToPack = (
  tx: TxCtx,
  track: Parameters<IntoPack>[1] & { readonly packId: number },
) => Promise<void>;

/** The routes of uploads other than pages. */
export const uploadRoutes = (submitToPack: SubmitToPack): RouteTable => ({
  [post(routes.trackUploadAnalyse)]: analyseEndpoint,
  [post(routes.trackUpload)]: publishEndpoint(submitToPack),
  [post(routes.multiTrackUpload)]: publishEndpoint(submitToPack),
  [del(routes.stagedFiles)]: removeStaged,
  [post(routes.stagedFiles)]: removeStaged,
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

/** POST /trackupload/analyse: multipart with one TrackFile → UploadAnalysis. */
const analyseEndpoint: Endpoint = {
  async handle(ctx, request) {
    assertMayUpload(ctx);
    return withUpload(ctx, request, { brings: 'one track', page: pageOf(request) }, async ({ files }) => {
      const [first] = files;
      if (!first) throw badRequest('TrackFile: choose a .Challenge.Gbx file.', 'TrackFile');
      if (!first.ok) throw first.problem;
      return json(await analyseUpload(ctx, first.file));
    });
  },
};

/**
 * POST /trackupload[?packid]: publishes every valid entry, into the pack if one is named. 200 if at least one track was published,
 * 507 if the disk is full, otherwise 422; `Results` always contains one result per entry, in the order of their indexes.
 * Browsers without scripts are redirected to the track.
 */
const publishEndpoint = (submitToPack: SubmitToPack): Endpoint => ({
  async handle(ctx, request) {
    assertMayUpload(ctx);
    const intoPack = requestedPack(request, submitToPack);
    return withUpload(ctx, request, { brings: 'tracks', page: pageOf(request) }, async (received) => {
      const entries = readEntries(received);
      if (entries.length === 0) {
        throw badRequest('No tracks were sent. Choose at least one file.', 'TrackEntries');
      }
      const results: UploadResult[] = [];
      for (const entry of entries) results.push(await publishEntry(ctx, entry, intoPack)); // sequential, because one entry may be a duplicate of another
      return resultsReply<PublishedTrack>(
        {
          request,
          form: received.fields,
          page: pageOf(request),
          next: ([track, ...others]) =>
            track && others.length === 0 ? routes.trackShow(track.TrackId) : routes.myTracks(),
          sharedField,
          counted: (fine, all) => `${fine} of ${all} tracks were uploaded.`,
        },
        results,
      );
    });
  },
});

/** In the form without scripts, these settings apply to all of its tracks. */
const sharedField = (field: string): string =>
  field.replace(
    /^TrackEntries\[\d+\]\.(?=(?:Difficulty|Routes|Tags|TrackStatus|Visible|ReleaseDate|Listed|Beta)$)/,
    'Global.',
  );

/** `?packid=` adds every track of the form to this pack. */
function requestedPack(request: HttpRequest, submitToPack: SubmitToPack): IntoPack | null {
  const packId = request.query.get('packid');
  if (packId === null) return null;
  if (!/^[1-9]\d{0,8}$/.test(packId)) throw notFound('This trackpack');
  return (tx, track) => submitToPack(tx, { ...track, packId: Number(packId) });
}

/** The page of the form that was sent. */
const pageOf = ({ path, query }: HttpRequest): string => {
  const packId = query.get('packid');
  const page = path === routes.trackUploadAnalyse() ? routes.trackUpload() : path;
  return packId === null ? page : `${page}?packid=${encodeURIComponent(packId)}`;
};

/** Called before the form is read. */
function assertMayUpload(ctx: Ctx): void {
  const { viewer } = ctx;
  const verdict = mayUpload(viewer);
  if (!verdict.ok) throw viewer.accountId === null ? sentSignedOut() : denied(verdict.reason);
  assertAllowed(takesUploads(ctx));
}

/** The result of one entry. */
const publishEntry = (
  ctx: Ctx,
  { index, source, settings: sent, pictures }: SentEntry,
  intoPack: IntoPack | null,
): Promise<UploadResult> =>
  resultOf({ name: 'TrackEntries', index, usualField: 'TrackFile' }, async () => {
    const settings = await withNamed(ctx, sent);
    const publish = async (key: string) =>
      publishUpload(ctx, key, await withStaged(ctx, settings, pictures), intoPack);
    switch (source.from) {
      case 'nothing':
        throw new Problem(422, 'No file was sent. Choose one.', { field: 'TrackFile' });
      case 'refused':
        throw source.problem;
      case 'upload':
        return publish(source.key);
      case 'file': {
        checkedSettings(ctx, source.file.fileName, settings); // before the file is stored in vain
        const { UploadKey, Issues, FileName } = await analyseUpload(ctx, source.file);
        if (UploadKey === null) throw problemOf(FileName, Issues, 'TrackFile');
        return { ...(await publish(UploadKey)), Issues };
      }
      default:
        return source satisfies never;
    }
  });
