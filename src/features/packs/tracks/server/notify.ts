import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import type { TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { asksForNote } from '../states.ts';
import { type Pack, packName } from './pack-facts.ts';

/** Packs with all their managers, including the owner; deleted packs are left out. */
const managersOf = (tx: TxCtx, packIds: readonly number[]) =>
  forSite(tx, 'pack')
    .where('pack.pack_id', 'in', packIds)
    .where('pack.deleted_at', 'is', null)
    .select(['pack.pack_id', 'pack.name'])
    .select(
      sql<number[]>`array(select pack.owner_id union select m.user_id from pack_manager m
        where m.site = ${sql.lit(tx.site.code)} and m.pack_id = pack.pack_id)`.as('managers'),
    )
    .execute();

const verdicts: Readonly<Record<PackTrackStatus, string>> = {
  [PackTrackStatus.pending]: 'is pending review in',
  [PackTrackStatus.approved]: 'was approved in',
  [PackTrackStatus.changesRequested]: 'needs changes to be accepted in',
  [PackTrackStatus.rejected]: 'was rejected in',
  [PackTrackStatus.retired]: 'was retired from',
};

interface PackTrackNotice {
  readonly trackId: number;
  readonly name: string;
  readonly addedBy: number;
}

/**
 * Notifies the authors of a track of its status in a pack, with the note of the manager who decided (empty if they wrote none).
 * Authors who did not submit it are not notified about a hidden pack. The link leads to where they withdraw it or send a new file.
 */
export async function notifyAuthors(
  tx: TxCtx,
  pack: Pick<Pack, 'packId' | 'name' | 'isPublic'>,
  { trackId, name, addedBy }: PackTrackNotice,
  now: PackTrackStatus | 'removed',
  note?: string,
): Promise<void> {
  const rows = await forSite(tx, 'track_author')
    .where('track_id', '=', trackId)
    .where('is_pending', '=', false)
    .select('user_id')
    .execute();
  const authors = rows.map(({ user_id }) => user_id);
  const isSubmitted = authors.includes(addedBy);
  if (!isSubmitted && (now === 'removed' || !pack.isPublic)) return;
  const what = now === 'removed' ? 'was removed from' : verdicts[now];
  await notify(tx, {
    to: authors,
    kind: 'pack.status',
    text: `“${name}” ${what} “${pack.name}”${noteOf(now, note)}`,
    link: routes.trackPackSubmit(pack.packId, trackId),
  });
}

function noteOf(now: PackTrackStatus | 'removed', note: string | undefined): string {
  if (note) return `: ${note.replace(/\s+/g, ' ')}`;
  return note === '' && now !== 'removed' && asksForNote.includes(now) ? '. No note was given.' : '.';
}

/** Notifies the managers of pending tracks: one unread notice per pack, however many there are. */
export async function notifyManagers(tx: TxCtx, packIds: readonly number[], track?: string): Promise<void> {
  for (const { pack_id: packId, name, managers } of await managersOf(tx, packIds)) {
    const pack = packName(packId, name);
    await notify(tx, {
      to: managers,
      kind: 'pack.submission',
      text: track
        ? `“${track}” in “${pack}” has a new file and is ready for your review.`
        : `New tracks are ready for your review in “${pack}”.`,
      link: routes.trackPackManage(packId),
    });
  }
}
