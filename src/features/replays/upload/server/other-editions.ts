import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { storable } from '#lib/codes/text.ts';
import type { Ctx } from '#platform/context.ts';
import { onHost } from '#platform/http/address.ts';
import { parseInput } from '#platform/http/input.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import type { TrackElsewhere } from '../analysis.ts';

interface Elsewhere {
  readonly site: Site;
  readonly trackId: number;
}

/** The tracks of other editions that have a file with this UId and that everyone can see, in the order of the editions. */
export async function tracksElsewhere(
  { db, site, sites }: Pick<Ctx, 'db' | 'site' | 'sites'>,
  uid: string,
): Promise<Elsewhere[]> {
  const others = sites.filter(({ code }) => code !== site.code);
  if (others.length === 0) return [];
  const codes = others.map(({ code }) => code);
  const rows = await acrossSites(db, 'a replay may belong to a track of another edition')
    .selectFrom('track_version')
    .innerJoin('track', (join) =>
      join
        .onRef('track.site', '=', 'track_version.site')
        .onRef('track.track_id', '=', 'track_version.track_id'),
    )
    .where('track_version.site', 'in', codes)
    .where('track_version.uid', '=', uid)
    .where('track.site', 'in', codes)
    .where('track.is_public', '=', true)
    .where('track.is_listed', '=', true)
    .where('track.deleted_at', 'is', null)
    .select(['track.site', 'track.track_id'])
    .execute();
  return others.flatMap((other) => {
    const row = rows.find(({ site: code }) => code === other.code);
    return row ? [{ site: other, trackId: row.track_id }] : [];
  });
}

const asked = z.object({
  uid: z
    .string()
    .min(1, 'must not be empty')
    .max(200, 'may have at most 200 characters')
    .refine((text) => storable(text) === text, 'must be text'),
});

/** GET /trackselsewhere?uid=: the other editions that have the track of a replay, for a file dropped on the wrong one. */
export const elsewhereEndpoint: Endpoint = {
  async handle(ctx, request) {
    const { uid } = parseInput(asked, { uid: request.query.get('uid') ?? undefined });
    const found = await tracksElsewhere(ctx, uid);
    const Results = found.map(
      ({ site, trackId }): TrackElsewhere => ({
        Label: site.label,
        Link: onHost(request.origin, site.host) + routes.trackShow(trackId),
      }),
    );
    return json({ Results });
  },
};
