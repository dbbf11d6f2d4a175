import { daySeconds } from '#lib/codes/durations.ts';
import { inView } from '#lib/drawing/oblique/view.ts';
import { numbersOfPoint } from '#lib/gbx/run/short-line.ts';
import { notFound } from '#platform/http/problem.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { downloadableReplay } from '../../server/download.ts';
import { lineOf, type Moment } from '../drawn-line.ts';
import { lineVersion } from './line-address.ts';
import { storedLine } from './stored-line.ts';

/**
 * GET /replayline/:replayId: the line of a replay over the drawing of its track, for those who may download the replay. Never in
 * shared caches: the track or the result may become secret.
 */
export const replayLineEndpoint: Endpoint = {
  isOpen: true,
  async handle(ctx, request, params) {
    const { replay, track } = await downloadableReplay(ctx, params.replayId, request);
    const { drawing_view: view, drawing_hero_sha256: hero } = track;
    // older files of the track have other drawings
    const points = view && !replay.is_outdated ? await storedLine(ctx, replay.sha256) : [];
    if (!view || !hero || points.length === 0) throw notFound('The line of this replay');
    const isNamed = request.query.get('v') === lineVersion(replay.sha256, hero);
    return json(lineOf(momentsIn(view, points), replay.replay_time_ms), 200, {
      'cache-control': isNamed ? `private, max-age=${daySeconds}, immutable` : 'private, no-cache',
    });
  },
};

/** Points in decimetres of the track as moments in its drawing. */
function momentsIn(view: readonly number[], points: readonly number[]): Moment[] {
  return Array.from({ length: points.length / numbersOfPoint }, (_, index) => {
    const [ms = 0, x = 0, up = 0, z = 0] = points.slice(index * numbersOfPoint, (index + 1) * numbersOfPoint);
    return [ms, ...inView(view, x / 10, up / 10, z / 10)];
  });
}
