import { visibleTrack } from '#features/tracks/server/repo.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';

export interface UploadPlace {
  readonly trackId: number;
  readonly name: string;
  readonly key: string | null;
}

/** The track that the address of the upload page names: null for none, 'unknown' if the viewer may not see it. */
export async function uploadPlace(ctx: Ctx, query: URLSearchParams): Promise<UploadPlace | null | 'unknown'> {
  const given = query.get('trackid');
  if (given === null) return null;
  const key = query.get('key')?.slice(0, 100) ?? null;
  try {
    const track = await visibleTrack(ctx, rowIdIn(given) ?? 0, key);
    return { trackId: track.track_id, name: stripGameText(track.name) || `Track ${track.track_id}`, key };
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return 'unknown';
    throw error;
  }
}
