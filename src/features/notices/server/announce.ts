import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import type { NoticeKind } from '../kinds.ts';
import { sendMails, writeNotices } from './write-notice.ts';

/** Users notified in one transaction. */
const chunkSize = 500;

/**
 * Writes the next chunk of the oldest open announcement of the edition, and moves its cursor in the same transaction: a killed job is
 * continued by the next one, without a duplicate or a gap. Its mails are sent by another job. Announcements are written one after the
 * other. Returns false if there is nothing to do.
 */
export function writeChunk(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const next = await forSite(tx, 'announcement')
      .where('announcement.ended_at', 'is', null)
      .orderBy('announcement.announcement_id')
      .limit(1)
      .forUpdate()
      .selectAll()
      .executeTakeFirst();
    if (!next) return false;
    const userIds = (await isGone(tx, next.track_id)) ? [] : await nextUsers(tx, next);
    const { notices, mails } = await writeNotices(tx, {
      to: userIds.filter((userId) => userId !== next.by_user_id),
      kind: next.kind as NoticeKind, // written by announce()
      text: next.text,
      link: next.link,
      byUserId: next.by_user_id ?? 0,
      announcementId: next.announcement_id,
    });
    if (mails > 0) await sendMails(tx);
    const last = userIds.at(-1);
    await tx.db
      .updateTable('announcement')
      .where('site', '=', tx.site.code)
      .where('announcement_id', '=', next.announcement_id)
      .set((eb) => ({
        notices: eb('notices', '+', notices),
        ...(last === undefined || userIds.length < chunkSize ? { ended_at: tx.clock.now() } : {}),
        ...(last === undefined ? {} : { after_user_id: last }),
      }))
      .execute();
    return true;
  });
}

async function nextUsers(
  tx: TxCtx,
  { fans_of, after_user_id }: { fans_of: number[] | null; after_user_id: number },
): Promise<number[]> {
  const site = sql.lit(tx.site.code);
  const people = fans_of
    ? sql`select distinct f.user_id from favorite_user f where f.site = ${site} and f.favorite_id = any(${fans_of}::integer[])
        and f.user_id <> all(${fans_of}::integer[]) and f.user_id > ${after_user_id}`
    : sql`select p.user_id from profile p where p.site = ${site} and p.user_id > ${after_user_id}`;
  const { rows } = await sql<{ user_id: number }>`${people} order by 1 limit ${chunkSize}`.execute(tx.db);
  return rows.map(({ user_id }) => user_id);
}

/** Whether the track of an announcement has been hidden or deleted since. */
async function isGone(tx: TxCtx, trackId: number | null): Promise<boolean> {
  if (trackId === null) return false;
  const track = await forSite(tx, 'track')
    .where('track.track_id', '=', trackId)
    .where('track.is_public', '=', true)
    .where('track.is_listed', '=', true)
    .select('track.track_id')
    .executeTakeFirst();
  return track === undefined;
}
