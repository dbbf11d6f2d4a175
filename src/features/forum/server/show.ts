import { forSite } from '#db/for-site.ts';
import { waitingHere } from '#features/texts/server/list.ts';
import type { ShownHeld } from '#features/texts/shown-held.ts';
import { blockedByViewer } from '#features/users/server/repo.ts';
import { idIn } from '#lib/codes/ids.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { mentionsAsTyped } from '#platform/mentions.ts';
import { messageHtml, messagesHtml } from '#platform/messages.ts';
import { routes } from '#routes/routes.ts';
import { asQuote, pageOfPost, type ShownPost } from '../model.ts';
import * as policy from './policy.ts';
import { type Post, postAt, threadAt } from './posts.ts';
import { firstUnread, readerOf, readTo } from './read-positions.ts';
import { postsOnPageOf, readableBoards, type Thread } from './repo.ts';

/** A post with what the viewer may do about it. */
interface ThreadPagePost extends ShownPost {
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly mayReport: boolean;
  readonly maySeeEdits: boolean;
}

/** The data of the page /threadshow. */
export interface ThreadPage {
  readonly thread: Thread;
  /** the edition where the thread was started, if it is another one */
  readonly on: string | null;
  readonly onName: string | null;
  readonly posts: readonly ThreadPagePost[];
  readonly current: number;
  readonly last: number;
  readonly reply: Verdict;
  readonly lock: Verdict;
  readonly mayManage: boolean;
  /** null: visitors watch nothing */
  readonly isWatching: boolean | null;
  /** the viewer's own texts that wait for a moderator */
  readonly held: readonly ShownHeld[];
}

/** The requested page of a thread, or the address that has it. */
export async function threadPage(
  ctx: Ctx,
  threadId: number,
  query: URLSearchParams,
): Promise<ThreadPage | { readonly location: string }> {
  const siteCode = query.get('on') || null;
  const { at, thread } = await threadAt(ctx, threadId, siteCode);
  const on = at.site.code === ctx.site.code ? null : at.site.code;
  if (thread.mergedInto !== null) return { location: routes.threadShow(thread.mergedInto, { on }) };
  const last = pageOfPost(thread.lastNumber);
  const page = query.get('page');
  if (page === 'unread') return { location: await unreadPlace(at, thread, on, last) };
  const current = page === 'auto' || page === '-1' ? last : Math.min(pageIn(query.get('p') ?? page), last);
  const shown = await postsOnPageOf(at, threadId, current);
  const isSignedIn = at.viewer.userId !== 0;
  const reader = isSignedIn ? await readerOf(at, threadId) : null;
  const newest = shown.at(-1)?.postId ?? 0;
  if (reader && newest > reader.readPostId) await remember(at, threadId, newest);
  const now = at.clock.now();
  const isStarterBlocked = (await blockedByViewer(at)).has(thread.userId);
  return {
    thread: isStarterBlocked ? { ...thread, title: blockedThread } : thread,
    on,
    onName: on === null ? null : at.site.name,
    posts: shown.map((post) => {
      const facts = factsOf(post, thread);
      return {
        ...post,
        mayEdit: policy.mayEditPost(at.viewer, facts, thread).ok,
        mayDelete: policy.mayDeletePost(at.viewer, facts, thread, now).ok,
        mayReport: ctx.viewer.userId !== 0 && post.user.UserId !== at.viewer.userId,
        maySeeEdits: policy.mayReadEdits(at.viewer, facts).ok,
      };
    }),
    current,
    last,
    reply: policy.mayReply(at.viewer, thread),
    lock: policy.mayLockThread(at.viewer, thread),
    mayManage: policy.mayManageThreads(at.viewer).ok,
    isWatching: reader?.isWatching ?? null,
    held: await waitingHere(at, 'thread', threadId),
  };
}

/** Replaces the title of a thread that was started by a user whom the viewer blocked. */
const blockedThread = 'A thread of a player you blocked';

const factsOf = ({ postId, user, postedAt }: ShownPost, { lastPostId }: Thread): policy.PostFacts => ({
  userId: user.UserId,
  postedAt,
  isDeleted: false,
  deletedByCrew: false,
  authorLeft: false,
  isLast: postId === lastPostId,
});

const pageIn = (text: string | null) => Math.max(1, idIn(text) ?? 1);

async function unreadPlace(at: Ctx, thread: Thread, on: string | null, last: number): Promise<string> {
  const first = await firstUnread(at, thread);
  if (first) return routes.threadPost(thread.threadId, first.postId, pageOfPost(first.number), on);
  return thread.lastPostId === 0
    ? routes.threadShow(thread.threadId, { on })
    : routes.threadPost(thread.threadId, thread.lastPostId, last, on);
}

/** The page is shown even while the database is read-only. */
async function remember(at: Ctx, threadId: number, postId: number): Promise<void> {
  try {
    await readTo(at, threadId, postId);
  } catch (err) {
    at.log.warn({ err, requestId: at.requestId }, 'what was read of a thread was not recorded');
  }
}

/** The form for a reply; `quote` names the post that it quotes. */
export async function replyPage(ctx: Ctx, threadId: number, query: URLSearchParams, wasRefused: boolean) {
  const on = query.get('on') || null;
  const { at, thread } = await threadAt(ctx, threadId, on);
  if (!wasRefused) assertAllowed(policy.mayReply(at.viewer, thread));
  const quote = idIn(query.get('quote'));
  const text = quote ? await quoted(ctx, quote, thread, on) : '';
  return { thread, on, text };
}

async function quoted(ctx: Ctx, postId: number, { threadId }: Thread, on: string | null): Promise<string> {
  const found = await postAt(ctx, postId, on).catch(() => null);
  if (!found || found.post.isDeleted || found.thread.threadId !== threadId) return '';
  if ((await blockedByViewer(found.at)).has(found.post.userId)) return '';
  const [text = ''] = await mentionsAsTyped(found.at, [found.post.text]);
  return asQuote(found.post.name, text);
}

/** The form for a change of a post. A form that was refused is shown in any case, so that what was typed is not lost. */
export async function editPage(ctx: Ctx, postId: number, query: URLSearchParams, wasRefused: boolean) {
  const on = query.get('on') || null;
  const { at, post, thread } = await postAt(ctx, postId, on);
  const verdict = policy.mayEditPost(at.viewer, post, thread);
  if (!wasRefused) assertAllowed(verdict);
  const [text = ''] = verdict.ok ? await mentionsAsTyped(at, [post.text]) : [];
  return { thread, on, post, text };
}

/** A post that is about to be deleted or restored. */
export async function removePage(ctx: Ctx, postId: number, query: URLSearchParams) {
  const on = query.get('on') || null;
  const { at, post, thread } = await postAt(ctx, postId, on);
  const right = post.isDeleted
    ? policy.mayRestorePost(at.viewer, post)
    : policy.mayDeletePost(at.viewer, post, thread, at.clock.now());
  const isModeration = policy.isModeration(at.viewer, post);
  const isHiddenFromViewer = !right.ok && (await blockedByViewer(at)).has(post.userId);
  const html = await messageHtml(at, isHiddenFromViewer ? null : post.text, { images: true });
  return { thread, on, post, html: html ?? '', right, isModeration };
}

interface EarlierText {
  readonly html: string;
  /** when the next text replaced it */
  readonly replacedAt: Date;
}

/** What a post said before, newest first. */
export async function editsPage(ctx: Ctx, postId: number, query: URLSearchParams) {
  const on = query.get('on') || null;
  const { at, post, thread } = await postAt(ctx, postId, on);
  assertAllowed(policy.mayReadEdits(at.viewer, post));
  const rows = await forSite(at, 'forum_post_edit')
    .where('post_id', '=', postId)
    .orderBy('replaced_at', 'desc')
    .limit(maxEdits)
    .select(['text', 'replaced_at'])
    .execute();
  const html = await messagesHtml(
    at,
    rows.map(({ text }) => text),
    { images: true },
  );
  const earlier: EarlierText[] = rows.map((row, index) => ({
    html: html[index] ?? '',
    replacedAt: row.replaced_at,
  }));
  return { thread, on, post, earlier, now: await messageHtml(at, post.text, { images: true }) };
}

/** The newest ones are shown. */
const maxEdits = 50;

export const linkTo = (thread: Thread, post: Post, on: string | null): string =>
  routes.threadPost(thread.threadId, post.postId, post.page, on);

/** The newest ones are shown. */
const maxDeleted = 50;

/** What moderators may do with a thread, and what they deleted in it. */
export async function managePage(ctx: Ctx, threadId: number, query: URLSearchParams, wasRefused: boolean) {
  const on = query.get('on') || null;
  const { at, thread } = await threadAt(ctx, threadId, on);
  if (!wasRefused) assertAllowed(policy.mayManageThreads(at.viewer));
  const deleted = await forSite(at, 'forum_post')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'forum_post.site').onRef('profile.user_id', '=', 'forum_post.user_id'),
    )
    .where('forum_post.thread_id', '=', threadId)
    .where('forum_post.deleted_by_crew', '=', true)
    .where('forum_post.deleted_at', 'is not', null)
    .orderBy('forum_post.number', 'desc')
    .limit(maxDeleted)
    .select(['forum_post.post_id as postId', 'forum_post.number', 'profile.name'])
    .select((eb) => eb.ref('forum_post.deleted_at').$notNull().as('deletedAt'))
    .execute();
  return { thread, on, boards: await readableBoards(at), deleted };
}
