import { forSite } from '#db/for-site.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { isModerator } from '#lib/codes/level.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import type { Viewer } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import { mayPick } from '../../server/policy.ts';
import { visibleTrack } from '../../server/repo.ts';
import { featurePauseDays } from '../limits.ts';

/** A track to feature, and another one of its authors that was featured within the pause, if there is one. */
export async function featureSubject(tx: TxCtx, trackId: number) {
  const track = await visibleTrack(tx, trackId);
  // serialised: the pause between an author's tracks depends on other rows
  await lockUntilCommit(tx, `feature ${tx.site.code}`);
  return { track, other: await otherFeatured(tx, trackId) };
}

type FeatureSubject = Awaited<ReturnType<typeof featureSubject>>;

/** Moderators may feature public, listed tracks that are not betas, with a pause between two tracks of one author. */
export function mayFeature(viewer: Viewer, { track, other }: FeatureSubject): Verdict {
  if (!isModerator(viewer)) return mayPick(viewer);
  if (!track.is_public || !track.is_listed || track.is_beta)
    return conflict('Only a public, listed track that is not a beta can be featured.');
  if (!other) return yes;
  return conflict(
    `${other.name} had another track featured within the last ${featurePauseDays} days: track ${other.track_id}.`,
  );
}

/** Features a track with a comment. If it is already featured, only the comment changes. */
export async function featureTrack(
  tx: TxCtx,
  { track }: FeatureSubject,
  { Comment: comment }: { Comment: string },
): Promise<{ TrackId: number }> {
  const site = tx.site.code;
  const trackId = track.track_id;
  const before = await featureOf(tx, trackId);
  await recordModeration(tx, {
    act: 'track.feature',
    subject: { kind: 'track', id: trackId },
    reason: comment,
    before: stateOf(before),
    after: { Comment: comment },
    personId: track.uploader_id,
  });
  const isNew = !before || before.featuredAt <= pauseBegan(tx);
  const pick = { comment, ...(isNew && { featured_by: tx.viewer.userId, featured_at: tx.clock.now() }) };
  await tx.db
    .insertInto('track_feature')
    .values({
      site,
      track_id: trackId,
      comment,
      featured_by: tx.viewer.userId,
      featured_at: tx.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['site', 'track_id']).doUpdateSet(pick))
    .execute();
  if (isNew) {
    const text = `Your track “${stripGameText(track.name)}” is featured: ${comment}`;
    const to = await authorIds(tx, trackId);
    await notify(tx, { to, kind: 'track.featured', text, link: routes.trackShow(trackId) });
  }
  return { TrackId: trackId };
}

/** A track that is featured; otherwise a Problem 404. */
export async function featuredSubject(tx: TxCtx, trackId: number): Promise<{ trackId: number }> {
  await visibleTrack(tx, trackId);
  const row = await forSite(tx, 'track_feature')
    .where('track_id', '=', trackId)
    .select('track_id')
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('This track among the featured ones');
  return { trackId };
}

/** Removes a feature, including its effect on the pause of the authors. */
export async function unfeatureTrack(
  tx: TxCtx,
  { trackId }: { trackId: number },
): Promise<{ TrackId: number }> {
  const before = await featureOf(tx, trackId);
  await tx.db
    .deleteFrom('track_feature')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .execute();
  await recordModeration(tx, {
    act: 'track.unfeature',
    subject: { kind: 'track', id: trackId },
    reason: 'No longer featured.',
    before: stateOf(before),
  });
  return { TrackId: trackId };
}

/** A feature as it is stored. */
export interface StoredFeature {
  readonly comment: string;
  readonly featuredBy: number;
  readonly featuredAt: Date;
}

/** The feature of a track; null without one. */
export async function featureOf(ctx: Ctx, trackId: number): Promise<StoredFeature | null> {
  const row = await forSite(ctx, 'track_feature')
    .where('track_id', '=', trackId)
    .select(['comment', 'featured_by', 'featured_at'])
    .executeTakeFirst();
  return row ? { comment: row.comment, featuredBy: row.featured_by, featuredAt: row.featured_at } : null;
}

/** A feature in the moderation log, so that it can be restored. */
const stateOf = (stored: StoredFeature | null) =>
  stored && {
    Comment: stored.comment,
    featuredBy: stored.featuredBy,
    featuredAt: stored.featuredAt.toISOString(),
  };

const pauseBegan = (tx: TxCtx) => daysBefore(tx.clock.now(), featurePauseDays);

function otherFeatured(tx: TxCtx, trackId: number) {
  return forSite(tx, 'track_feature')
    .innerJoin('track_author as there', (join) =>
      join
        .onRef('there.site', '=', 'track_feature.site')
        .onRef('there.track_id', '=', 'track_feature.track_id')
        .on('there.is_pending', '=', false),
    )
    .innerJoin('track_author as here', (join) =>
      join
        .onRef('here.site', '=', 'there.site')
        .onRef('here.user_id', '=', 'there.user_id')
        .on('here.track_id', '=', trackId)
        .on('here.is_pending', '=', false),
    )
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'there.site').onRef('profile.user_id', '=', 'there.user_id'),
    )
    .where('track_feature.track_id', '<>', trackId)
    .where('track_feature.featured_at', '>', pauseBegan(tx))
    .select(['track_feature.track_id', 'profile.name'])
    .executeTakeFirst();
}

async function authorIds(tx: TxCtx, trackId: number): Promise<number[]> {
  const rows = await forSite(tx, 'track_author')
    .where('track_id', '=', trackId)
    .where('is_pending', '=', false)
    .select('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}
