import { rowIdIn } from '#lib/codes/ids.ts';
import { LIMITS } from '#lib/gbx/read/limits.ts';
import { replayKindRefusal } from '#lib/gbx/read/replay.ts';
import type { FormLimits } from '#platform/http/multipart.ts';
import { badRequest, Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { formBounds } from '#platform/uploads/bounds.ts';
import { receiveEntryFile } from '#platform/uploads/received-file.ts';
import { type UploadKind, uploads } from '#platform/uploads/upload.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import type { OnReplayChange } from '../../ranking/server/rank.ts';
import { mayPost } from '../../server/policy.ts';
import type { PostedReplay } from '../analysis.ts';
import { analysisOf, type ReplayRead, replayFiles } from './analyse.ts';
import { postReplay } from './post.ts';
import { replayUploadDoors } from './programs.ts';
import type { Place } from './site-facts.ts';

/** The routes for posting replays; `onChange`: what other features do when a board has changed, in the same transaction. */
export function replayUploadRoutes(onChange: readonly OnReplayChange[]): RouteTable {
  const { analyse, publish } = uploads(replays(onChange));
  return { [post(routes.replayUploadAnalyse)]: analyse, [post(routes.replayUpload)]: publish };
}

const { fieldBytes, textBytes, formBytes } = formBounds;

/** A form with one replay, or with many. */
const replayForm = (most: number): FormLimits => ({
  fieldBytes,
  textBytes,
  files: most,
  fileBytes: LIMITS.replayFileBytes,
  fields: 3 * most + 20,
  // more than the limit of a file, so that one that is slightly too large gets its own message
  formBytes: most === 1 ? 4 * LIMITS.replayFileBytes : formBytes,
});

/**
 * Replays: POST /replayupload/analyse responds with a ReplayAnalysis, POST /replayupload with a ReplayResult for each entry. Each is
 * posted on the track it was driven on; with `?trackid` only those of this track are accepted.
 */
const replays = (onChange: readonly OnReplayChange[]): UploadKind<Place, null, ReplayRead, PostedReplay> => ({
  ...replayFiles,
  names: {
    entries: 'ReplayEntries',
    file: 'ReplayFile',
    noun: 'replays',
    field: /^ReplayEntries\[(\d+)\]\.(UploadKey|ReplayFile)$/i,
    fileList: /^ReplayFiles?$/i,
  },
  fileType: '.Replay.Gbx',
  limits: { many: replayForm(formBounds.entries), one: replayForm(1) },
  allow: mayPost,
  place({ query }) {
    const given = query.get('trackid');
    const trackId = given === null ? null : rowIdIn(given);
    if (given !== null && trackId === null)
      throw badRequest('trackid: not the number of a track.', 'trackid');
    return { trackId, key: query.get('key')?.slice(0, 100) ?? null };
  },
  page: ({ trackId, key }) => routes.replayUpload(trackId, key),
  receive: (ctx, sent) =>
    receiveEntryFile(ctx, sent, {
      bytes: LIMITS.replayFileBytes,
      // the message should name what a large file is, not its size
      tooLarge(fileName, head) {
        const refusal = replayKindRefusal(head);
        return refusal && new Problem(422, `${fileName}: ${refusal.message}`);
      },
    }),
  analysis: analysisOf,
  settings: async () => null,
  publish: (ctx, { uploadKey }, place) => postReplay(ctx, uploadKey, place, onChange),
  next: nextOf,
  counted: (posted, all) => `Uploaded ${posted} of ${all} replays.`,
  api: replayUploadDoors,
});

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
