import { tileFields } from '#features/tracks/fields.ts';
import { trackList } from '#features/tracks/server/list.ts';
import type { Ctx } from '#platform/context.ts';
import { reader } from '#platform/lists/rows.ts';

const listTracks = reader(trackList);

/** The liveliest track the crew has picked, with its reason (tmx-rules §5); null when none is. */
export async function featuredTrack(ctx: Ctx) {
  const asked = { fields: [...tileFields, 'Feature.Comment'], infeatured: 1, order1: 10, count: 1 } as const;
  return (await listTracks(ctx, asked)).Results[0] ?? null;
}

export type FeaturedTrack = NonNullable<Awaited<ReturnType<typeof featuredTrack>>>;
