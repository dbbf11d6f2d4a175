import { forSite } from '#db/for-site.ts';
import { secretIn, trackIdOf, visibleTrack } from '#features/tracks/server/repo.ts';
import { daySeconds } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { mayDownload } from '../../model.ts';
import { downloadableReplay, downloadFacts } from '../../server/download.ts';
import type { VisibleReplay } from '../../server/repo.ts';
import { type DrawnLine, lineOf } from '../drawn-line.ts';
import { lineVersion } from './line-address.ts';
import { momentsInDrawing } from './repo.ts';

/**
 * GET /replayline/:replayId: the line of a replay over the drawing of its track, for those who may download the replay. Never in
 * shared caches: the track or the result may become secret.
 */
export const replayLineEndpoint: Endpoint = {
  isOpen: true,
  async handle(ctx, request, params) {
    const shown = await downloadableReplay(ctx, params.replayId, request);
    const line = await lineOfReplay(ctx, shown);
    if (!line) throw notFound('The line of this replay');
    const { replay, track } = shown;
    const isNamed = request.query.get('v') === lineVersion(replay.sha256, track.drawing_hero_sha256 ?? '');
    return json(line, 200, {
      'cache-control': isNamed ? `private, max-age=${daySeconds}, immutable` : 'private, no-cache',
    });
  },
};

/**
 * GET /trackline/:id: the same of the record of a track, for tiles, which know no more than the track. 204 if there is none that this
 * viewer may see.
 */
export const trackLineEndpoint: Endpoint = {
  isOpen: true,
  async handle(ctx, request, params) {
    const track = await visibleTrack(ctx, trackIdOf(params.id), secretIn(request.query));
    const record = await forSite(ctx, 'track')
      .innerJoin('replay', (join) =>
        join.onRef('replay.site', '=', 'track.site').onRef('replay.replay_id', '=', 'track.record_replay_id'),
      )
      .where('track.track_id', '=', track.track_id)
      .select(['replay.user_id', 'replay.sha256', 'replay.replay_at', 'replay.secret_until'])
      .select(['replay.is_outdated', 'replay.replay_time_ms'])
      .executeTakeFirst();
    const isShown = record && mayDownload(...downloadFacts(ctx, { replay: record, track })).ok;
    const line = isShown ? await lineOfReplay(ctx, { replay: record, track }) : null;
    return line
      ? json(line, 200, { 'cache-control': 'private, no-cache' })
      : { status: 204, headers: { 'cache-control': 'private, no-cache' } };
  },
};

interface Shown {
  readonly replay: Pick<VisibleReplay['replay'], 'sha256' | 'is_outdated' | 'replay_time_ms'>;
  readonly track: Pick<VisibleReplay['track'], 'drawing_view' | 'drawing_hero_sha256'>;
}

/** null: the file contains no movement, or the track has no drawing yet. The caller checks who may download the replay. */
async function lineOfReplay(ctx: Ctx, { replay, track }: Shown): Promise<DrawnLine | null> {
  const { drawing_view: view, drawing_hero_sha256: hero } = track;
  // older files of the track have other drawings
  const moments = view && hero && !replay.is_outdated ? await momentsInDrawing(ctx, replay.sha256, view) : [];
  return moments.length > 0 ? lineOf(moments, replay.replay_time_ms) : null;
}
