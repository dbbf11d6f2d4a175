import { isModerator } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';

/**
 * To be called where the name or description of a track, pack or user was written: a job then looks for the listed words of the
 * edition, so that the writer does not wait. Nothing happens to what was written. What the crew writes is not checked, and an
 * edition without listed words adds no job. `userId`: who wrote it.
 */
export async function checkWords(
  { site, switches, jobs, viewer }: Pick<Ctx, 'site' | 'switches' | 'jobs' | 'viewer'>,
  kind: 'track' | 'pack' | 'user',
  id: number,
  userId = viewer.userId,
): Promise<void> {
  if (isModerator(viewer) || switches.of(site.code).badWords.length === 0) return;
  await jobs.add('look-at-text', { site: site.code, kind, id, userId });
}
