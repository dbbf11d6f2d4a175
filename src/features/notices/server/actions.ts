import { nextId } from '#db/ids.ts';
import type { TxCtx } from '#platform/context.ts';
import { longestNotice, type NoticeKind } from '../kinds.ts';

export interface NewNotice {
  /** user ids of this edition; the viewer and unknown ids are ignored */
  readonly to: readonly number[];
  readonly kind: NoticeKind;
  /** one sentence */
  readonly text: string;
  /** a path of this edition, from routes.ts; together with `kind` it identifies the subject */
  readonly link: string;
}

/**
 * Notifies users in the transaction of the event, with one statement. An unread notice of the same kind and link is renewed
 * rather than duplicated. Mails are sent after the commit, to users who want them, and only for new notices: a renewed one was
 * already mailed.
 */
export async function notify(tx: TxCtx, { to, kind, text, link }: NewNotice): Promise<void> {
  const others = [...new Set(to)].filter((userId) => userId !== tx.viewer.userId);
  if (others.length === 0) return;
  const site = tx.site.code;
  const noticed_at = tx.clock.now();
  const mailed = await tx.db
    .with('put', (db) =>
      db
        .insertInto('notice')
        .columns(['site', 'notice_id', 'user_id', 'kind', 'text', 'link', 'noticed_at'])
        .expression((eb) =>
          eb
            .selectFrom('profile')
            .where('profile.site', '=', site)
            .where('profile.user_id', 'in', others)
            .select((of) => [
              'profile.site',
              nextId('notice', site).as('notice_id'),
              'profile.user_id',
              of.val(kind).as('kind'),
              of.val(shortened(text)).as('text'),
              of.val(link).as('link'),
              of.cast<Date>(of.val(noticed_at), 'timestamptz').as('noticed_at'),
            ]),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['site', 'user_id', 'kind', 'link'])
            .where('read_at', 'is', null)
            .doUpdateSet((of) => ({
              text: of.ref('excluded.text'),
              noticed_at: of.ref('excluded.noticed_at'),
              times: of('notice.times', '+', 1),
            })),
        )
        .returning(['notice.notice_id', 'notice.user_id', 'notice.times']),
    )
    .selectFrom('put')
    .innerJoin('notice_mail as mail', 'mail.user_id', 'put.user_id')
    .where('mail.site', '=', site)
    .where('put.times', '=', 1)
    .select('put.notice_id')
    .execute();
  for (const { notice_id: noticeId } of mailed) {
    tx.onCommit(() => tx.jobs.add('mail-notice', { site, noticeId }));
  }
}

interface Announcement extends Omit<NewNotice, 'to'> {
  /** all users of the edition, or those who have one of these users as a favourite */
  readonly audience: 'everyone' | { readonly fansOf: readonly number[] };
}

/**
 * Notifies many users. A job writes and mails the notices in chunks after the commit; users who switched the group of this kind
 * off get none, and neither does the viewer.
 */
export async function announce(tx: TxCtx, { audience, ...notice }: Announcement): Promise<void> {
  const everyone = tx.db.selectFrom('profile').where('site', '=', tx.site.code).select('user_id');
  const people =
    audience === 'everyone'
      ? everyone
      : everyone.where('user_id', 'in', (eb) =>
          eb
            .selectFrom('favorite_user as f')
            .where('f.site', '=', tx.site.code)
            .where('f.favorite_id', 'in', audience.fansOf)
            .select('f.user_id'),
        );
  await notify(tx, { ...notice, to: (await people.execute()).map(({ user_id }) => user_id) });
}

const shortened = (text: string) =>
  text.length <= longestNotice ? text : `${text.slice(0, longestNotice - 1)}…`;
