import { rowIdIn } from '#lib/codes/ids.ts';
import { isModerator } from '#lib/codes/level.ts';
import { attachmentHeader } from '#lib/format/content-disposition.ts';
import { replayFileName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { downloadReply } from '#platform/files/direct.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { mayDownload } from '../model.ts';
import { type VisibleReplay, visibleReplay } from './repo.ts';

/** A replay whose file this viewer may download; otherwise throws the Problem that says why not. */
export async function downloadableReplay(
  ctx: Ctx,
  replayId: string | undefined,
  { query }: HttpRequest,
): Promise<VisibleReplay> {
  const { replay, track } = await visibleReplay(ctx, rowIdIn(replayId), query.get('key'));
  assertAllowed(mayDownload(...downloadFacts(ctx, { replay, track })));
  return { replay, track };
}

interface Shown {
  readonly replay: Pick<VisibleReplay['replay'], 'user_id' | 'replay_at' | 'secret_until'>;
  readonly track: Pick<VisibleReplay['track'], 'primary_type' | 'relation'>;
}

/** What `mayDownload` decides by, of a replay and its track as this viewer sees it. */
export const downloadFacts = (
  { viewer, clock }: Pick<Ctx, 'viewer' | 'clock'>,
  { replay, track }: Shown,
): Parameters<typeof mayDownload> => [
  { primaryType: track.primary_type, replayAt: replay.replay_at, secretUntil: replay.secret_until },
  {
    isDriver: replay.user_id === viewer.userId,
    isAuthor: track.relation.isAuthor,
    isModerator: isModerator(viewer),
  },
  clock.now(),
];

/** GET and HEAD /recordgbx/:replayId: the original bytes of a replay. */
export const recordGbxEndpoint: Endpoint = {
  isOpen: true,
  async handle(ctx, request, params) {
    const { replay, track } = await downloadableReplay(ctx, params.replayId, request);
    const blob = await ctx.files.open(replay.sha256);
    if (!blob)
      throw new Error(`The file of replay ${ctx.site.code}/${replay.replay_id} is missing: ${replay.sha256}`);
    return downloadReply(request, {
      blob,
      sha256: replay.sha256,
      modifiedAt: replay.replay_at,
      headers: {
        'content-type': 'application/gbx',
        'content-disposition': attachmentHeader(replayFileName(stripGameText(track.name), replay.replay_id)),
        // revalidated for each request, because the track may be hidden by then; the ETag saves sending the bytes
        'cache-control': 'private, no-cache',
      },
    });
  },
};
