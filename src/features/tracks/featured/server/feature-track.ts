import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import type { ActFacts } from '#features/modlog/model.ts';
import { act, storedIn } from '#features/modlog/server/act.ts';
import { notify } from '#features/notices/server/actions.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { isModerator } from '#lib/codes/level.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import type { Viewer } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import { type ModeratedTrack, ofTrack } from '../../server/moderated.ts';
import { mayPick } from '../../server/policy.ts';
import { visibleTrack } from '../../server/repo.ts';
import { featurePauseDays, maxFeatureCommentLength } from '../limits.ts';

/** A track to feature, and another one of its authors that was featured within the pause, if there is one. */
export async function featureSubject(tx: TxCtx, trackId: number) {
  const track = await visibleTrack(tx, trackId);
  // serialised: the pause between an author's tracks depends on other rows
  await lockUntilCommit(tx, `feature ${tx.site.code}`);
  return { track, other: await otherFeatured(tx, trackId) };
}

type FeatureSubject = Awaited<ReturnType<typeof featureSubject>>;

const isFeatureable = (track: Pick<ModeratedTrack, 'is_public' | 'is_listed' | 'is_beta'>): boolean =>
  track.is_public && track.is_listed && !track.is_beta;
const notFeatureable = 'Only public, listed tracks that aren’t betas can be featured.';

/** Moderators may feature public, listed tracks that are not betas, with a pause between two tracks of one author. */
export function mayFeature(viewer: Viewer, { track, other }: FeatureSubject): Verdict {
  if (!isModerator(viewer)) return mayPick(viewer);
  if (!isFeatureable(track)) return conflict(notFeatureable);
  if (!other) return yes;
  return conflict(
    `${other.name} had another track featured within the last ${featurePauseDays} days: track ${other.track_id}.`,
  );
}

const Stored = z
  .object({ Comment: z.string(), featuredBy: z.number(), featuredAt: z.coerce.date() })
  .transform(({ Comment, ...rest }) => ({ comment: Comment, ...rest }));

/** The comment of a featured track, as forms send it. */
export const featureComment = (missing: string) =>
  z
    .string(missing)
    .transform(cleanMessage)
    .pipe(
      z
        .string()
        .min(1, 'must say why you feature this track')
        .max(maxFeatureCommentLength, `has more than ${maxFeatureCommentLength} characters`),
    );

/** Features a track with a comment. If it is already featured, only the comment changes. */
export const featureTrack = act({
  name: 'track.feature',
  label: 'Featured a track',
  group: 'changed',
  effect: 'favourable',
  offer: {
    kinds: ['track'],
    button: 'Feature the track',
    key: 'f',
    fields: [
      {
        name: 'Comment',
        label: 'Comment on the front page',
        type: 'text',
        isRequired: true,
        longest: maxFeatureCommentLength,
      },
    ],
    allow: ofTrack((track) => (isFeatureable(track) ? yes : conflict(notFeatureable))),
  },
  input: z.object({ Comment: featureComment('must say why you feature this track') }),
  find: (tx, { id }) => featureSubject(tx, id),
  allow: ({ viewer }, subject) => mayFeature(viewer, subject),
  notifies: true,
  run: async (tx, { track }, { Comment: comment }) => {
    const trackId = track.track_id;
    const before = await featureOf(tx, trackId);
    const isNew = !before || before.featuredAt <= pauseBegan(tx);
    const pick = { comment, ...(isNew && { featured_by: tx.viewer.userId, featured_at: tx.clock.now() }) };
    await tx.db
      .insertInto('track_feature')
      .values({
        site: tx.site.code,
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
    return { before: stateOf(before), after: { Comment: comment }, personId: track.uploader_id };
  },
  undo: {
    as: 'track.unfeature',
    notifies: true,
    // what it replaced is restored
    run: async (tx, { subject, before }) => {
      const earlier = Stored.safeParse(before);
      return earlier.success ? restore(tx, subject.id, earlier.data) : end(tx, subject.id);
    },
  },
});

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
async function end(tx: TxCtx, trackId: number): Promise<ActFacts> {
  const before = await featureOf(tx, trackId);
  await tx.db
    .deleteFrom('track_feature')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .execute();
  return { before: stateOf(before) };
}

/** Restores a feature with its comment, date and moderator. */
async function restore(tx: TxCtx, trackId: number, stored: StoredFeature): Promise<ActFacts> {
  const { comment, featuredBy, featuredAt } = stored;
  const row = { comment, featured_by: featuredBy, featured_at: featuredAt };
  await tx.db
    .insertInto('track_feature')
    .values({ site: tx.site.code, track_id: trackId, ...row })
    .onConflict((same) => same.columns(['site', 'track_id']).doUpdateSet(row))
    .execute();
  return { after: { Comment: comment } };
}

export const unfeatureTrack = act({
  name: 'track.unfeature',
  label: 'Unfeatured a track',
  group: 'changed',
  offer: {
    kinds: ['track'],
    button: 'Stop featuring',
    allow: async (ctx, { id }) =>
      (await featureOf(ctx, id)) === null ? conflict('This track isn’t featured.') : yes,
  },
  find: (tx, { id }) => featuredSubject(tx, id),
  notifies: true,
  run: (tx, { trackId }) => end(tx, trackId),
  undo: {
    as: 'track.feature',
    notifies: true,
    run: (tx, { subject, before }) => restore(tx, subject.id, storedIn(Stored, before)),
  },
});

/** A feature as it is stored. */
interface StoredFeature {
  readonly comment: string;
  readonly featuredBy: number;
  readonly featuredAt: Date;
}

/** The feature of a track; null without one. */
async function featureOf(ctx: Ctx, trackId: number): Promise<StoredFeature | null> {
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
