import { forSite } from '#db/for-site.ts';
import type { ActFacts } from '#features/modlog/server/actions.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { assertAllowed, notFound, Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { deleteTrack, restoreTrack } from '../deletion/server/deletion.ts';
import {
  featuredSubject,
  featureOf,
  featureSubject,
  featureTrack,
  mayFeature,
  type StoredFeature,
  unfeatureTrack,
} from '../featured/server/feature-track.ts';
import { mayRestore } from '../rights.ts';
import { betaColumns } from '../visibility/server/release.ts';
import { authorizeTrack, withholdTrack } from '../visibility/server/review.ts';
import { holdTrack } from './counters.ts';
import { deleteRule } from './life-endpoints.ts';
import { authorIds, countAround } from './recount-people.ts';
import { lockedTrack, storedTrack } from './repo.ts';

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

/** Deletes a track from the moderators' console. */
export async function removeTrack(tx: TxCtx, trackId: number, reason: string): Promise<void> {
  const track = await lockedTrack(tx, trackId, storedTrack);
  if (track.deleted_at !== null) throw new Problem(409, 'This track is already deleted.');
  assertAllowed(await deleteRule(tx, track));
  await deleteTrack(tx, track, reason);
}

/** Restores a deleted track, as long as it is stored. */
export async function restoreRemovedTrack(tx: TxCtx, trackId: number, reason: string): Promise<void> {
  const track = await lockedTrack(tx, trackId, storedTrack);
  const { deleted_at: deletedAt, deleted_reason: deletedReason } = track;
  assertAllowed(mayRestore(track.relation, { deletedAt, deletedReason }, tx.clock.now()));
  await restoreTrack(tx, track, reason);
}

/** Features a track with a comment. */
export async function pickTrack(tx: TxCtx, trackId: number, Comment: string): Promise<void> {
  const subject = await featureSubject(tx, trackId);
  assertAllowed(mayFeature(tx.viewer, subject));
  await featureTrack(tx, subject, { Comment });
}

/** Whether a track is featured. */
export const isFeatured = async (ctx: Ctx, trackId: number): Promise<boolean> =>
  (await featureOf(ctx, trackId)) !== null;

/** Ends the feature of a track. */
export const endFeature = async (tx: TxCtx, trackId: number): Promise<void> =>
  void (await unfeatureTrack(tx, await featuredSubject(tx, trackId)));

/** Restores a feature with its comment, date and moderator. `null`: the track had none. */
export async function restoreFeature(
  tx: TxCtx,
  trackId: number,
  stored: StoredFeature | null,
): Promise<ActFacts> {
  if (!stored) {
    await unfeatureTrack(tx, { trackId });
    return {};
  }
  const { comment, featuredBy, featuredAt } = stored;
  const row = { comment, featured_by: featuredBy, featured_at: featuredAt };
  await tx.db
    .insertInto('track_feature')
    .values({ site: tx.site.code, track_id: trackId, ...row })
    .onConflict((same) => same.columns(['site', 'track_id']).doUpdateSet(row))
    .execute();
  return { after: { Comment: comment } };
}

/** What moderators may change about a track, except its type. */
export interface TrackFlags {
  readonly isListed: boolean;
  readonly isBeta: boolean;
}

const stateOf = ({ isListed, isBeta }: TrackFlags) => ({
  Listed: isListed,
  Beta: isBeta,
  isListed,
  isBeta,
});

/** Lists or unlists a track, or makes it a beta or a normal one. Its dates do not change, because this is not a release. */
export async function setFlags(
  tx: TxCtx,
  trackId: number,
  wanted: TrackFlags,
  reason: string,
): Promise<void> {
  await holdTrack(tx, trackId);
  const track = await moderatedTrack(tx, trackId);
  if (track.deleted_at !== null) throw new Problem(409, 'This track is deleted.');
  await tx.db
    .updateTable('track')
    .set({ is_listed: wanted.isListed, ...betaColumns(tx.site, track, wanted.isBeta) })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .execute();
  await recordModeration(tx, {
    act: 'track.flags',
    subject: { kind: 'track', id: trackId },
    reason,
    before: stateOf({ isListed: track.is_listed, isBeta: track.is_beta }),
    after: stateOf(wanted),
    personId: track.uploader_id,
  });
  await notifyAuthors(tx, track, `changed who finds “${stripGameText(track.name)}”`, reason);
  await countAround(tx, trackId);
}

/** Shows a beta that was hidden because it had not changed, for another ninety days. */
export async function showBeta(tx: TxCtx, trackId: number): Promise<ActFacts> {
  await holdTrack(tx, trackId);
  const track = await moderatedTrack(tx, trackId);
  if (track.deleted_at !== null || track.hidden_with_account || track.hold !== null || track.is_public)
    throw new Problem(409, 'Something else happened to this beta since.');
  await tx.db
    .updateTable('track')
    .set({ is_public: true, release_at: null, beta_changed_at: tx.clock.now() })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .execute();
  await countAround(tx, trackId);
  return { before: { Public: false }, after: { Public: true }, personId: track.uploader_id };
}

/** Publishes a track that waited for a moderator. */
export const authorize = async (tx: TxCtx, trackId: number, reason: string): Promise<void> =>
  authorizeTrack(tx, await lockedTrack(tx, trackId, storedTrack), reason);

/** Hides a public track until a moderator authorises it. */
export const withhold = async (tx: TxCtx, trackId: number, reason: string): Promise<void> =>
  withholdTrack(tx, await lockedTrack(tx, trackId, storedTrack), reason);

/** Hides a public track: its authors cannot show it again. */
export async function hideTrack(tx: TxCtx, trackId: number, reason: string): Promise<void> {
  await holdTrack(tx, trackId);
  const track = await moderatedTrack(tx, trackId);
  if (!track.is_public) throw new Problem(409, 'This track is not public.');
  await setHold(tx, trackId, { is_public: false, hold: 'crew', held_at: tx.clock.now() });
  await recordHold(tx, track, { act: 'track.hide', did: 'hid', reason });
}

/** Shows a track that moderators hid. */
export async function unhideTrack(tx: TxCtx, trackId: number, reason: string): Promise<void> {
  await holdTrack(tx, trackId);
  const track = await moderatedTrack(tx, trackId);
  if (track.deleted_at !== null) throw new Problem(409, 'This track is deleted: restore it first.');
  if (track.hold !== 'crew') throw new Problem(409, 'This track is not hidden by a moderator.');
  // while the account of its uploader is closed, it is shown when that is reopened
  const isClosed = track.hidden_with_account;
  await setHold(tx, trackId, {
    ...(isClosed ? { was_public: true } : { is_public: true }),
    hold: null,
    held_at: null,
  });
  await recordHold(tx, track, { act: 'track.unhide', did: 'showed again', reason });
}

const setHold = (
  tx: TxCtx,
  trackId: number,
  row: { is_public?: boolean; was_public?: boolean; hold: string | null; held_at: Date | null },
) =>
  tx.db
    .updateTable('track')
    .set(row)
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .execute();

async function recordHold(
  tx: TxCtx,
  track: Awaited<ReturnType<typeof moderatedTrack>>,
  { act, did, reason }: { act: 'track.hide' | 'track.unhide'; did: string; reason: string },
): Promise<void> {
  const isPublic = act === 'track.unhide';
  await recordModeration(tx, {
    act,
    subject: { kind: 'track', id: track.track_id },
    reason,
    before: { Public: !isPublic },
    after: { Public: isPublic },
    personId: track.uploader_id,
  });
  await notifyAuthors(tx, track, `${did} “${stripGameText(track.name)}”`, reason);
  await countAround(tx, track.track_id);
}

/** Notifies the authors of a track of a decision of the moderators. */
async function notifyAuthors(
  tx: TxCtx,
  { track_id }: { readonly track_id: number },
  did: string,
  reason: string,
): Promise<void> {
  await notify(tx, {
    to: await authorIds(tx, track_id),
    kind: 'track.moderated',
    text: `A moderator ${did}. Reason: ${reason.replace(/\s+/g, ' ').trim()}`,
    link: routes.trackShow(track_id),
  });
}
