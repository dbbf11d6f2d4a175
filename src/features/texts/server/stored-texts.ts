import { sql } from 'kysely';
import { acrossSites, forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { comparedLength, type WrittenText } from '../floods.ts';

/** Where a text that was just written is stored: conversation, or what describes something (see `checkWords`). */
export const saidKinds = ['comment', 'post', 'heldtext'] as const;
export type SaidKind = (typeof saidKinds)[number];
export const describingKinds = ['track', 'pack', 'user'] as const;
type WrittenKind = SaidKind | (typeof describingKinds)[number];

/** A text as readers see it, with the title of a thread that it begins, or the texts of what it describes; null if it is gone. */
export async function writtenText(ctx: Ctx, kind: WrittenKind, id: number): Promise<string | null> {
  const site = sql.lit(ctx.site.code);
  const statements = {
    comment: sql`select text from comment where site = ${site} and comment_id = ${id} and deleted_at is null`,
    post: sql`select case when p.number = 1 then concat_ws(chr(10), h.title, p.text) else p.text end as text
      from forum_post p join forum_thread h on h.site = p.site and h.thread_id = p.thread_id
      where p.site = ${site} and p.post_id = ${id} and p.deleted_at is null`,
    heldtext: sql`select concat_ws(chr(10), title, text) as text from held_text
      where site = ${site} and held_id = ${id} and state = 'waiting'`,
    track: sql`select concat_ws(chr(10), name, author_comments) as text from track
      where site = ${site} and track_id = ${id} and deleted_at is null`,
    pack: sql`select concat_ws(chr(10), name, description) as text from pack
      where site = ${site} and pack_id = ${id} and deleted_at is null`,
    // applications are shown to those who are asked to trust them, with the user who registered them
    user: sql`select concat_ws(chr(10), p.name, p.custom_title, p.custom_url, p.user_comments,
        (select string_agg(a.name, chr(10)) from oauth_application a where a.account_id = p.account_id)) as text
      from profile p where p.site = ${site} and p.user_id = ${id} and p.closed_at is null`,
  };
  const { rows } = await sql<{ text: string }>`${statements[kind]}`.execute(ctx.db);
  return rows[0]?.text ?? null;
}

/** At most this many recent texts are compared. */
const maxCompared = 300;

/** The newest texts of a person on all editions since a moment, as much of each as is compared. */
export async function recentTexts(ctx: Ctx, accountId: number, since: Date): Promise<readonly WrittenText[]> {
  const { rows } = await sql<WrittenText>`
    select w.place, w.text, w.at from profile p cross join lateral (
      (select p.site || ' track ' || c.track_id as place, left(c.text, ${comparedLength}) as text, c.comment_at as at from comment c
        where c.site = p.site and c.user_id = p.user_id and c.is_award in (true, false) and c.comment_at > ${since}
        order by c.comment_at desc limit ${maxCompared})
      union all
      (select p.site || ' thread ' || o.thread_id, left(o.text, ${comparedLength}), o.posted_at from forum_post o
        where o.site = p.site and o.user_id = p.user_id and o.posted_at > ${since}
        order by o.posted_at desc limit ${maxCompared})
      union all
      (select concat_ws(' ', p.site, h.kind, h.place_id), left(h.text, ${comparedLength}), h.held_at from held_text h
        where h.site = p.site and h.user_id = p.user_id and h.held_at > ${since} and h.state = 'waiting'
        order by h.held_at desc limit ${maxCompared})
    ) w
    where p.account_id = ${accountId} order by w.at desc limit ${maxCompared}`.execute(
    acrossSites(ctx.db, 'a person floods several editions at once'),
  );
  return rows;
}

/** When the account of a user of this edition was created, and its number; null if it is closed. */
export async function writerFacts(ctx: Ctx, userId: number) {
  return (
    (await forSite(ctx, 'profile')
      .innerJoin('account', 'account.account_id', 'profile.account_id')
      .where('profile.user_id', '=', userId)
      .where('profile.closed_at', 'is', null)
      .select(['account.account_id as accountId', 'account.created_at as registeredAt'])
      .executeTakeFirst()) ?? null
  );
}
