import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';
import { unblocked } from './list.ts';

/** Notices erased in one transaction. */
const erasedAtOnce = 5000;

/** Notices to a user and about a user's acts, settings, and mails. */
export const noticeData: PersonalData = {
  name: 'notices',
  covers: [
    'announcement.by_user_id',
    'notice.by_user_id',
    'notice.user_id',
    'notice_mail.user_id',
    'notice_outbox.user_id',
    'notice_setting.user_id',
  ],

  /** Nobody sees what the user did. What was being announced ends: it is not news when the account is opened again. */
  async hide(tx, userId) {
    const now = tx.clock.now();
    await sql`update notice set hidden_at = ${now}
      where site = ${tx.site.code} and by_user_id = ${userId} and hidden_at is null`.execute(tx.db);
    await sql`update announcement set ended_at = ${now}
      where site = ${tx.site.code} and by_user_id = ${userId} and ended_at is null`.execute(tx.db);
  },

  async show(tx, userId) {
    await sql`update notice set hidden_at = null where site = ${tx.site.code} and by_user_id = ${userId}`.execute(
      tx.db,
    );
  },

  async erase(tx, userId) {
    const { numAffectedRows } = await sql`delete from notice where site = ${tx.site.code} and notice_id in (
      select notice_id from notice where site = ${tx.site.code} and (user_id = ${userId} or by_user_id = ${userId})
      limit ${erasedAtOnce})`.execute(tx.db);
    if (numAffectedRows === BigInt(erasedAtOnce)) return true;
    for (const table of ['notice_outbox', 'notice_setting', 'notice_mail'] as const)
      await tx.db.deleteFrom(table).where('site', '=', tx.site.code).where('user_id', '=', userId).execute();
    await tx.db
      .deleteFrom('announcement')
      .where('site', '=', tx.site.code)
      .where('by_user_id', '=', userId)
      .execute();
    return false;
  },

  async *exported(ctx, userId) {
    yield jsonPart('notices/notices.json', ownNotices(ctx, userId));
    yield jsonPart('notices/settings.json', await settingsOf(ctx, userId));
  },
};

const ownNotices = (ctx: Ctx, userId: number) =>
  inPages((last: { NoticeId: number } | undefined, limit) =>
    forSite(ctx, 'notice')
      .where('notice.user_id', '=', userId)
      .where(unblocked(ctx))
      .where('notice.notice_id', '>', last?.NoticeId ?? 0)
      .orderBy('notice.notice_id')
      .limit(limit)
      .select([
        'notice.notice_id as NoticeId',
        'notice.kind as Kind',
        'notice.text as Text',
        'notice.link as Link',
        'notice.times as Times',
        'notice.noticed_at as NoticedAt',
        'notice.read_at as ReadAt',
      ])
      .execute(),
  );

const settingsOf = (ctx: Ctx, userId: number) =>
  forSite(ctx, 'notice_setting')
    .where('notice_setting.user_id', '=', userId)
    .orderBy('notice_setting.notice_group')
    .select(['notice_group as Group', 'delivery as Delivery', 'chosen_at as ChosenAt'])
    .execute();
