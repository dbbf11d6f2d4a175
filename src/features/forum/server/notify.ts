import { type RawBuilder, sql } from 'kysely';
import { nameKey } from '#features/accounts/model.ts';
import { notify } from '#features/notices/server/actions.ts';
import { mentionedIn } from '#lib/bbcode/mentions.ts';
import { Level } from '#lib/codes/level.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { quotedNames } from '../model.ts';

interface Posted {
  readonly threadId: number;
  readonly title: string;
  readonly postId: number;
  readonly text: string;
  readonly isFirst: boolean;
}

/**
 * Notifies those whom a new post mentions or quotes, and those who watch the thread, each once. Several unread posts of a watched
 * thread make one notice, which leads to the first of them.
 */
export async function notifyOfPost(
  tx: TxCtx,
  { threadId, title, postId, text, isFirst }: Posted,
): Promise<void> {
  const named = await notifyNamed(tx, { threadId, title, postId }, namesIn(text));
  if (isFirst) return;
  const watching = await readersAmong(
    tx,
    threadId,
    sql`select r.user_id from forum_reader r
      where r.site = ${tx.site.code} and r.thread_id = ${threadId} and r.is_watching`,
  );
  await notify(tx, {
    to: watching.filter((userId) => !named.includes(userId)),
    kind: 'forum.reply',
    text: `${tx.viewer.name} posted in “${title}”.`,
    link: routes.threadUnread(threadId),
  });
}

interface Edited {
  readonly thread: { readonly threadId: number; readonly title: string };
  readonly postId: number;
  readonly before: string;
  readonly text: string;
}

/** Notifies those whom the edited post mentions or quotes and did not before. */
export async function notifyOfEdit(tx: TxCtx, { thread, postId, before, text }: Edited): Promise<void> {
  const [was, is] = [namesIn(before), namesIn(text)];
  await notifyNamed(
    tx,
    { ...thread, postId },
    {
      mentioned: is.mentioned.filter((userId) => !was.mentioned.includes(userId)),
      quoted: is.quoted.filter((name) => !was.quoted.includes(name)),
    },
  );
}

interface Named {
  readonly mentioned: readonly number[];
  /** names */
  readonly quoted: readonly string[];
}

const namesIn = (text: string): Named => ({ mentioned: mentionedIn(text), quoted: quotedNames(text) });

/** A user who is mentioned and quoted gets one notice. Only those who wrote in the thread can be quoted. */
async function notifyNamed(
  tx: TxCtx,
  { threadId, title, postId }: { threadId: number; title: string; postId: number },
  { mentioned, quoted }: Named,
): Promise<number[]> {
  if (mentioned.length === 0 && quoted.length === 0) return [];
  const byMention = await readersAmong(tx, threadId, sql`select unnest(${[...mentioned]}::integer[])`);
  const byQuote = await readersAmong(
    tx,
    threadId,
    sql`select q.user_id from profile q
      where q.site = ${tx.site.code} and q.name_folded = any(${quoted.map(nameKey)}::text[])
        and exists (select from forum_post w where w.site = q.site and w.user_id = q.user_id and w.thread_id = ${threadId})`,
  );
  const link = routes.postShow(postId);
  await notify(tx, {
    to: byMention,
    kind: 'mention',
    text: `${tx.viewer.name} mentioned you in “${title}”.`,
    link,
  });
  await notify(tx, {
    to: byQuote.filter((userId) => !byMention.includes(userId)),
    kind: 'mention',
    text: `${tx.viewer.name} quoted you in “${title}”.`,
    link,
  });
  return [...byMention, ...byQuote];
}

/** Those of some users who may read the thread: on a board of the crew, only members of the crew. */
async function readersAmong(
  { db, site }: Ctx,
  threadId: number,
  userIds: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select p.user_id from profile p
    where p.site = ${site.code} and p.user_id in (${userIds}) and (
      (select b.read_level from forum_thread h join forum_board b on b.site = h.site and b.board_id = h.board_id
        where h.site = ${site.code} and h.thread_id = ${threadId}) <= ${Level.standard}
      or exists (select from role_grant g where g.account_id = p.account_id and g.level >= ${Level.moderator}
        and (g.site is null or g.site = ${site.code})))`.execute(db);
  return rows.map((row) => row.user_id);
}
