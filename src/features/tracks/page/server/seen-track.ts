import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { TrackShow } from '../page-data.ts';
import { trackShow } from './show.ts';

interface PageRequest {
  readonly url: URL;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly locals: { readonly ctx: Ctx };
}

/** The track whose id and secret are in the address; null if there is none that this viewer may see. */
export async function seenTrack({ url, params, locals }: PageRequest): Promise<TrackShow | null> {
  try {
    return await trackShow(locals.ctx, rowIdIn(params.id) ?? 0, url.searchParams.get('key'));
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}
