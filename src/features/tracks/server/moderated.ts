import { forSite } from '#db/for-site.ts';
import type { ActSubject } from '#features/modlog/server/act.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';

/** What the acts of moderators read about a track, whatever its state. */
export async function moderatedTrack(ctx: Ctx, trackId: number) {
  const track = await forSite(ctx, 'track')
    .where('track_id', '=', trackId)
    .select(['track_id', 'name', 'uploader_id', 'replay_type', 'is_public', 'is_listed', 'is_beta', 'tags'])
    .select(['unlimiter_version', 'deleted_at', 'hidden_with_account', 'hold', 'was_public'])
    .executeTakeFirst();
  if (!track) throw notFound('This track');
  return track;
}

export type ModeratedTrack = Awaited<ReturnType<typeof moderatedTrack>>;

/** A rule about the current state of a track. Deleted tracks are refused. */
export const ofTrack =
  (rule: (track: ModeratedTrack) => Verdict) =>
  async (ctx: Ctx, { id }: ActSubject): Promise<Verdict> => {
    const track = await moderatedTrack(ctx, id);
    return track.deleted_at === null ? rule(track) : conflict('This track is deleted.');
  };

export const isPublic = ({ is_public }: ModeratedTrack): Verdict =>
  is_public ? yes : conflict('This track isn’t public.');
