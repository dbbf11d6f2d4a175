import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed, badRequest, denied, Problem, sentSignedOut } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { takesUploads } from '#platform/switches/rules.ts';
import { formBounds } from '#platform/uploads/bounds.ts';
import { problemOf, resultOf, resultsReply } from '#platform/uploads/results.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import type { OnReplayChange } from '../../ranking/server/rank.ts';
import { mayPost } from '../../server/policy.ts';
import type { PostedReplay, ReplayResult } from '../analysis.ts';
import { analyseReplay, takeReplay } from './analyse.ts';
import { inSequence, type ReplayEntry, readEntries, withReplays } from './form-entries.ts';
import { postReplay } from './post.ts';
import type { Place } from './site-facts.ts';

/** The routes for posting replays; `onChange`: what other features do when a board has changed, in the same transaction. */
export const replayUploadRoutes = (onChange: readonly OnReplayChange[]): RouteTable => ({
  [post(routes.replayUploadAnalyse)]: analyseEndpoint,
  [post(routes.replayUpload)]: postEndpoint(onChange),
});

/** POST /replayupload/analyse[?trackid&key]: multipart with one ReplayFile → ReplayAnalysis. */
const analyseEndpoint: Endpoint = {
  async handle(ctx, request) {
    assertMayPost(ctx);
    const place = placeOf(request);
    return withReplays(ctx, request, { most: 1, page: pageOf(place) }, async (_, [first]) => {
      if (!first) throw badRequest('ReplayFile: choose a .Replay.Gbx file.', 'ReplayFile');
      if (!first.ok) throw first.problem;
      return json(await analyseReplay(ctx, first.file, place));
    });
  },
};

/**
 * POST /replayupload[?trackid&key]: posts every replay that the rules accept, each on the track it was driven on; with `trackid`
 * only those of this track. See resultsReply for the response.
 */
const postEndpoint = (onChange: readonly OnReplayChange[]): Endpoint => ({
  async handle(ctx, request) {
    assertMayPost(ctx);
    const place = placeOf(request);
    const form = { most: formBounds.entries, page: pageOf(place) };
    return withReplays(ctx, request, form, async (fields, files) => {
      const entries = readEntries(fields, inSequence(files));
      if (entries.length === 0)
        throw badRequest('No replays were sent. Choose at least one file.', 'ReplayEntries');
      const results: ReplayResult[] = [];
      // sequential, because one entry may be a duplicate of another
      for (const entry of entries) results.push(await postEntry(ctx, entry, place, onChange));
      return resultsReply<PostedReplay>(
        {
          request,
          form: fields,
          page: form.page,
          next: (posted) => nextOf(posted, place),
          counted: (fine, all) => `${fine} of ${all} replays were posted.`,
        },
        results,
      );
    });
  },
});

const postEntry = (
  ctx: Ctx,
  { index, source }: ReplayEntry,
  place: Place,
  onChange: readonly OnReplayChange[],
): Promise<ReplayResult> =>
  resultOf({ name: 'ReplayEntries', index, usualField: 'ReplayFile' }, async () => {
    switch (source.from) {
      case 'nothing':
        throw new Problem(422, 'No file was sent. Choose one.', { field: 'ReplayFile' });
      case 'upload':
        return postReplay(ctx, source.key, place, onChange);
      case 'file': {
        if (!source.received.ok) throw source.received.problem;
        const { file } = source.received;
        const { uploadKey, issues } = await takeReplay(ctx, file, place);
        if (uploadKey === null) throw problemOf(file.fileName, issues, 'ReplayFile');
        return postReplay(ctx, uploadKey, place, onChange);
      }
      default:
        return source satisfies never;
    }
  });

/** Called before the form is read. */
function assertMayPost(ctx: Ctx): void {
  const { viewer } = ctx;
  const verdict = mayPost(viewer);
  if (!verdict.ok) throw viewer.accountId === null ? sentSignedOut() : denied(verdict.reason);
  assertAllowed(takesUploads(ctx));
}

function placeOf({ query }: HttpRequest): Place {
  const given = query.get('trackid');
  const trackId = given === null ? null : rowIdIn(given);
  if (given !== null && trackId === null) throw badRequest('trackid: not the number of a track.', 'trackid');
  return { trackId, key: query.get('key')?.slice(0, 100) ?? null };
}

const pageOf = ({ trackId, key }: Place): string => routes.replayUpload(trackId, key);

/** The track, if all replays were driven on one; otherwise the page for posting. Both say what became of the replays. */
function nextOf(posted: readonly PostedReplay[], { key }: Place): string {
  const [first] = posted;
  if (!first) return routes.myReplays();
  const isOneTrack = posted.every(({ TrackId }) => TrackId === first.TrackId);
  const page = isOneTrack ? routes.trackShow(first.TrackId) : routes.replayUpload();
  const query = new URLSearchParams(isOneTrack && key !== null ? { key } : {});
  query.set('posted', posted.map(({ ReplayId }) => ReplayId).join(','));
  return `${page}?${query.toString().replaceAll('%2C', ',')}`;
}
