import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { openCase, settleCase } from '#features/cases/server/actions.ts';
import type { ActRef } from '#features/modlog/acts.ts';
import { act } from '#features/modlog/server/act.ts';
import { notify } from '#features/notices/server/actions.ts';
import { oneLine } from '#lib/bbcode/typed.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { isPublic, ofTrack } from '../../server/moderated.ts';
import { authorIds, countAround } from '../../server/recount-people.ts';
import { lockedTrack, storedTrack } from '../../server/repo.ts';
import { type Waiting, waitsForReview, whyReviewed } from '../review.ts';
import { type ReleasedTrack, releaseTrack } from './release.ts';

/** Whether a track of this uploader that is about to become public for the first time waits for a moderator. */
export async function needsReview(tx: TxCtx, uploaderId: number): Promise<boolean> {
  const { review } = tx.switches.of(tx.site.code);
  if (review === 'never') return false;
  const { rows } = await sql<{ released: number; isCrew: boolean }>`
    select (select count(*) from track t where t.site = ${tx.site.code} and t.uploader_id = p.user_id
        and t.released_at is not null and t.deleted_at is null and t.hold is null)::integer as released,
      exists (select from role_grant g where g.account_id = p.account_id
        and (g.site is null or g.site = p.site)) as "isCrew"
    from profile p where p.site = ${tx.site.code} and p.user_id = ${uploaderId}`.execute(tx.db);
  const [uploads] = rows;
  return uploads !== undefined && waitsForReview(review, uploads);
}

const row = (tx: TxCtx, trackId: number) =>
  tx.db.updateTable('track').where('site', '=', tx.site.code).where('track_id', '=', trackId);

/** The columns of a track that waits for a moderator instead of being public. */
export const heldColumns = (tx: TxCtx) =>
  ({ is_public: false, release_at: null, hold: 'review', held_at: tx.clock.now() }) as const;

/** Opens the case of a track that waits for a moderator. */
export async function openReview(tx: TxCtx, trackId: number, uploaderId: number): Promise<void> {
  await openCase(tx, {
    subject: { kind: 'track', id: trackId },
    source: 'held',
    score: 0,
    text: whyReviewed(tx.switches.of(tx.site.code).review),
    personId: uploaderId,
  });
}

/** A locked track that its author releases waits for a moderator instead. */
export async function holdForReview(
  tx: TxCtx,
  { track_id: trackId, uploader_id: uploaderId }: Pick<HeldTrack, 'track_id' | 'uploader_id'>,
): Promise<void> {
  await row(tx, trackId).set(heldColumns(tx)).execute();
  await openReview(tx, trackId, uploaderId);
}

interface HeldTrack extends ReleasedTrack {
  readonly name: string;
  readonly uploader_id: number;
  readonly is_public: boolean;
  readonly hold: string | null;
  readonly released_at: Date | null;
  readonly deleted_at: Date | null;
}

const find = (tx: TxCtx, { id }: ActRef) => lockedTrack(tx, id, storedTrack);

/** Publishes a locked track that waited for a moderator. Its first publication is its release; later ones change no date. */
export const authorize = act({
  name: 'track.authorize',
  label: 'Approved a track',
  group: 'released',
  offer: {
    kinds: ['track'],
    button: 'Approve track',
    key: 'a',
    reasons: 'inFavour',
    allow: ofTrack(({ hold }) =>
      hold === 'review' ? yes : conflict('This track isn’t waiting for review.'),
    ),
  },
  find,
  notifies: true,
  run: async (tx, track) => {
    const { track_id: trackId } = track;
    if (track.deleted_at !== null) throw new Problem(409, 'This track is deleted. Restore first.');
    if (track.hold !== 'review') throw new Problem(409, 'This track isn’t waiting for review.');
    await row(tx, trackId).set({ hold: null, held_at: null }).execute();
    if (track.released_at === null) await releaseTrack(tx, track, track.is_beta);
    else {
      await row(tx, trackId).set({ is_public: true }).execute();
      await countAround(tx, trackId);
    }
    await settleCase(
      tx,
      { kind: 'track', id: trackId },
      { outcome: 'solved', text: 'A moderator approved this track.' },
    );
    await notify(tx, {
      to: await authorIds(tx, trackId),
      kind: 'track.released',
      text: `A moderator approved “${stripGameText(track.name)}”. Everyone can see it now.`,
      link: routes.trackShow(trackId),
    });
    return { before: { Public: track.is_public }, after: { Public: true }, personId: track.uploader_id };
  },
  undo: 'track.withhold',
});

/** Hides a locked public track until a moderator authorises it. */
export const withhold = act({
  name: 'track.withhold',
  label: 'Held a track for review',
  group: 'changed',
  offer: {
    kinds: ['track'],
    button: 'Hold for review',
    key: 'd',
    allow: ofTrack(isPublic),
  },
  find,
  notifies: true,
  run: async (tx, track, _, { reason }) => {
    const { track_id: trackId, uploader_id: personId } = track;
    if (!track.is_public) throw new Problem(409, 'This track isn’t public.');
    await row(tx, trackId).set(heldColumns(tx)).execute();
    await openCase(tx, {
      subject: { kind: 'track', id: trackId },
      source: 'held',
      score: 0,
      text: reason,
      personId,
    });
    await countAround(tx, trackId);
    await notify(tx, {
      to: await authorIds(tx, trackId),
      kind: 'track.moderated',
      text: `A moderator is holding “${stripGameText(track.name)}” for review. Reason: ${oneLine(reason)}`,
      link: routes.trackShow(trackId),
    });
    return { before: { Public: true }, after: { Public: false }, personId };
  },
  undo: 'track.authorize',
});

/** Closes the case without a moderator, because the author deleted the track. */
export const endReview = async (tx: TxCtx, trackId: number): Promise<void> =>
  void (await settleCase(
    tx,
    { kind: 'track', id: trackId },
    { outcome: 'void', text: 'Its author deleted the track.' },
  ));

const inQueue = (ctx: Ctx) =>
  forSite(ctx, 'track').where('hold', '=', 'review').where('deleted_at', 'is', null);

/** Why the crew holds back a track: the reason of its last act about that. */
async function crewReason(ctx: Ctx, trackId: number): Promise<string | null> {
  const act = await forSite(ctx, 'moderation_act')
    .where('subject_kind', '=', 'track')
    .where('subject_id', '=', trackId)
    .where('act', 'in', ['track.hide', 'track.withhold'])
    .orderBy('acted_at', 'desc')
    .orderBy('act_id', 'desc')
    .limit(1)
    .select('reason')
    .executeTakeFirst();
  return act?.reason ?? null;
}

/** Why a track that its uploader may show again was hidden: the last act of others that changed who sees it; null if there is none. */
async function hiddenByOthers(ctx: Ctx, trackId: number): Promise<Waiting | null> {
  const act = await forSite(ctx, 'moderation_act')
    .where('subject_kind', '=', 'track')
    .where('subject_id', '=', trackId)
    .where(sql<boolean>`moderation_act.after ? 'Public'`)
    .orderBy('acted_at', 'desc')
    .orderBy('act_id', 'desc')
    .limit(1)
    .select(['act', 'reason', 'acted_at', sql<string>`moderation_act.after ->> 'Public'`.as('public')])
    .executeTakeFirst();
  if (act?.public !== 'false') return null;
  const again = 'Its uploader can show it again on its edit page.';
  return {
    hold: null,
    heldAt: act.acted_at,
    place: null,
    why:
      act.act === 'beta.hide'
        ? `${act.reason} ${again}`
        : `A moderator hid this track. ${again} Reason: ${act.reason}`,
  };
}

/** How a track is hidden or waits, for its authors and moderators; null: it is public, or its authors hid it. */
export async function waitingOf(
  ctx: Ctx,
  track: {
    readonly trackId: number;
    readonly hold: string | null;
    readonly heldAt: Date | null;
    readonly isPublic: boolean;
  },
): Promise<Waiting | null> {
  const { trackId, hold, heldAt } = track;
  if (heldAt === null) return track.isPublic ? null : hiddenByOthers(ctx, trackId);
  const reason = await crewReason(ctx, trackId);
  if (hold === 'crew')
    return {
      hold,
      heldAt,
      place: null,
      why: `A moderator hid this track. Reason: ${reason ?? 'none given'}`,
    };
  const { ahead } = await inQueue(ctx)
    .where(sql<boolean>`(held_at, track_id) < (${heldAt}::timestamptz, ${trackId}::integer)`)
    .select((eb) => eb.fn.countAll<number>().as('ahead'))
    .executeTakeFirstOrThrow();
  const why = reason
    ? `A moderator is holding this track for review. Reason: ${reason}`
    : whyReviewed(ctx.switches.of(ctx.site.code).review);
  return { hold: 'review', heldAt, place: Number(ahead) + 1, why };
}

/** The viewer's own tracks that wait for a moderator, the first in the queue first. */
export async function ownWaiting(ctx: Ctx) {
  const rows = await forSite(ctx, 'track')
    .where('uploader_id', '=', ctx.viewer.userId)
    .where('hold', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('held_at')
    .orderBy('track_id')
    .limit(50)
    .select(['track_id as trackId', 'name', 'hold', 'held_at as heldAt', 'is_public as isPublic'])
    .execute();
  const waiting = [];
  for (const track of rows) {
    const found = await waitingOf(ctx, track);
    if (found) waiting.push({ ...found, trackId: track.trackId, name: stripGameText(track.name) });
  }
  return waiting;
}
