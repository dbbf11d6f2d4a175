import { notFound } from '#platform/http/problem.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { reader } from '#platform/lists/rows.ts';
import { videoList } from './list.ts';

const listVideos = reader(videoList);

/** GET /videoshow/{id}: to the video where it lives, from the second `t` asks for (spec §2). */
export const videoShowEndpoint: Endpoint = {
  async handle(ctx, request, { id = '' }) {
    const found = /^[1-9]\d{0,8}$/.test(id)
      ? await listVideos(ctx, { fields: ['LinkId'], id: [Number(id)], count: 1 })
      : { Results: [] };
    const [video] = found.Results;
    if (!video) throw notFound(`Video ${id}`);
    const start = request.query.get('t') ?? '';
    const location = new URL('https://www.youtube.com/watch');
    location.searchParams.set('v', video.LinkId);
    if (/^\d{1,6}$/.test(start)) location.searchParams.set('t', `${start}s`);
    return { status: 302, headers: { location: location.href, 'cache-control': 'public, max-age=300' } };
  },
};
