import { z } from 'zod';
import { sharedBy } from '#features/playlater/server/repo.ts';
import { trackOrderCodes } from '#lib/codes/orders.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound, signInFirst } from '#platform/http/problem.ts';
import { tokenRead } from '#platform/http/token-endpoint.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { reader } from '#platform/lists/run.ts';
import { routes } from '#routes/routes.ts';
import { trackList } from '../../list/server/list.ts';

const readTracks = reader(trackList);
const [inOrder] = trackOrderCodes.queuePosition;
/** the first ones of a list: a page of it */
const most = 1000;
const queue = { inplaylater: 1, order1: inOrder, count: most } as const;

/** The tracks of the viewer's Play Later list that the viewer sees, in its order: the first thousand. */
export async function seenInQueue(ctx: Ctx): Promise<number[]> {
  const { Results } = await readTracks(ctx, { ...queue, fields: ['TrackId'] });
  return Results.map(({ TrackId }) => TrackId);
}

/** GET /api/playlater: the list of a token's owner. */
export const queueForPrograms = tokenRead({
  scope: 'playlater',
  about: 'Your Play later in its order, without tracks that you may not see.',
  query: {
    after: 'continues after the track with this TrackId: the last one you have',
    count: `tracks in one answer, at most ${most}`,
  },
  output: z.object({
    More: z.boolean(),
    Results: z.array(
      z.object({
        TrackId: z.int(),
        TrackName: z.string(),
        UId: z.string(),
        Uploader: z.object({ UserId: z.int(), Name: z.string() }),
      }),
    ),
  }),
  async read(ctx, { query }) {
    const fields = ['TrackId', 'TrackName', 'UId', 'Uploader.UserId', 'Uploader.Name'] as const;
    const given = { after: query.get('after') ?? undefined, count: query.get('count') ?? most };
    return readTracks(ctx, { ...queue, ...given, fields });
  },
});

/** GET /playlatertext: the viewer's list, or with `key` a shared one, as plain text: a line for each of the first thousand tracks. */
export const queueTextEndpoint: Endpoint = {
  async handle(ctx, { query, origin }) {
    const key = query.get('key');
    if (key === null && ctx.viewer.accountId === null) throw signInFirst();
    const owner = key === null ? ctx.viewer : await sharedBy(ctx, key);
    if (!owner) throw notFound('This list');
    const { Results } = await readTracks(ctx, {
      ...queue,
      ...(key !== null && { sharedlist: key }),
      fields: ['TrackId', 'TrackName', 'Uploader.Name'],
    });
    const lines = Results.map(({ TrackId, TrackName, Uploader }, index) => {
      const name = stripGameText(TrackName).trim() || `Track ${TrackId}`;
      return `${index + 1}. ${name} by ${Uploader.Name} - ${origin}${routes.trackShow(TrackId)}`;
    });
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' },
      body: [`Play later by ${owner.name}`, '', ...lines, ''].join('\n'),
    };
  },
};
