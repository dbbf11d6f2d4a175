import { noReasonGiven } from '#features/modlog/model.ts';
import type { Act } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { notFound } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { listEndpoint } from '#platform/lists/endpoint.ts';
import { get, post, put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import {
  EditForm,
  MarkForm,
  MergeForm,
  MoveForm,
  PostForm,
  ReplyForm,
  ThreadActForm,
  ThreadForm,
} from '../forms.ts';
import { pageOfPost } from '../model.ts';
import { deletePost, restorePost } from './change-posts.ts';
import { postList, threadList } from './list.ts';
import {
  lockThread,
  mergeThread,
  moveThread,
  pinThread,
  separateThread,
  threadToMerge,
  unlockThread,
  unpinThread,
} from './manage-threads.ts';
import * as policy from './policy.ts';
import { type PostAt, postAt, postToWrite, type ThreadAt, threadToWrite } from './posts.ts';
import { markRead, toggleWatch } from './read-positions.ts';
import { boardById, serialiseOwnWrites } from './repo.ts';
import { submitChange, submitReply, submitThread } from './submit-posts.ts';
import { assertMayPost } from './thread-edition.ts';

/** A refused form is shown again on the page with the same address. */
const samePage = (form: URLSearchParams, request: HttpRequest): string => {
  const on = form.get('on')?.slice(0, 40);
  return encodeURI(request.path) + (on ? `?${new URLSearchParams({ on })}` : '');
};
/** When an act on a thread is refused, the page with all acts is shown again. */
const managePage = (form: URLSearchParams, request: HttpRequest): string =>
  routes.threadManage(rowIdIn(request.path.split('/').at(-1)) ?? 0, form.get('on')?.slice(0, 40) || null);

/** What others read: on a shared board it is refused by the mutes of every edition. */
const posting =
  <Form, Found extends ThreadAt<TxCtx>>(subject: (tx: TxCtx, form: Form) => Promise<Found>) =>
  async (tx: TxCtx, form: Form): Promise<Found> => {
    const found = await subject(tx, form);
    await assertMayPost(tx, found.thread.board);
    return found;
  };

const start = action({
  touches: 'edition',
  input: ThreadForm,
  role: policy.maySignedIn,
  subject: async (tx, { boardId }) => {
    await serialiseOwnWrites(tx);
    const board = await boardById(tx, boardId);
    await assertMayPost(tx, board);
    return board;
  },
  allow: ({ viewer }, board) => policy.mayStartThread(viewer, board),
  run: (tx, _, form) => submitThread(tx, form),
  next: ({ Link }) => Link,
  form: samePage,
});

const reply = action({
  touches: 'named edition',
  input: ReplyForm,
  role: policy.maySignedIn,
  subject: posting(threadToWrite),
  allow: (_, { at, thread }) => policy.mayReply(at.viewer, thread),
  run: submitReply,
  next: ({ Link }) => Link,
  form: samePage,
});

const edit = action({
  touches: 'named edition',
  input: EditForm,
  role: policy.maySignedIn,
  subject: posting(postToWrite),
  allow: (_, { at, post, thread }) => policy.mayEditPost(at.viewer, post, thread),
  run: submitChange,
  next: ({ Link }) => Link,
  form: samePage,
});

type Reasoned = { readonly Reason: string; readonly on: string | null };

async function onPost(
  act: Act<object, PostAt<TxCtx>>,
  found: PostAt<TxCtx>,
  { Reason: reason }: Reasoned,
): Promise<number> {
  const { postId } = found.post;
  await perform(found.at, act, { subject: { kind: 'post', id: postId }, found, input: {}, reason });
  return postId;
}

const remove = action({
  touches: 'named edition',
  input: PostForm,
  role: policy.maySignedIn,
  subject: posting(postToWrite),
  allow: ({ clock }, { at, post, thread }) => policy.mayDeletePost(at.viewer, post, thread, clock.now()),
  run: async (_: TxCtx, found: PostAt<TxCtx>, form) => {
    const { thread, post } = found;
    const PostId = await onPost(deletePost, found, form);
    const { on } = form;
    const Link =
      thread.posts <= 1 && on === null
        ? routes.forums(thread.board.boardId)
        : routes.threadShow(thread.threadId, { on, p: pageOfPost(post.number) });
    return { PostId, Link };
  },
  next: ({ Link }) => Link,
  form: samePage,
});

const restore = action({
  touches: 'named edition',
  input: PostForm,
  role: policy.maySignedIn,
  subject: posting(postToWrite),
  allow: (_, { at, post }) => policy.mayRestorePost(at.viewer, post),
  run: async (_: TxCtx, found: PostAt<TxCtx>, form) => {
    const { thread, post } = found;
    const PostId = await onPost(restorePost, found, form);
    return { PostId, Link: routes.threadPost(thread.threadId, PostId, post.page, form.on) };
  },
  next: ({ Link }) => Link,
  // the page about deleting a post offers to restore a deleted one
  form: (form, request) =>
    routes.postDelete(rowIdIn(request.path.split('/').at(-1)) ?? 0, form.get('on')?.slice(0, 40) || null),
});

/** What every act of moderators on a whole thread has in common. */
const onThread = {
  touches: 'named edition' as const,
  role: policy.maySignedIn,
  subject: posting(threadToWrite),
  allow: (_: Ctx, { at, thread }: ThreadAt<TxCtx>) => policy.mayManageThread(at.viewer, thread),
  next: ({ Link }: { readonly Link: string }) => Link,
  form: managePage,
};

const performOn = <Input>(
  act: Act<Input, ThreadAt<TxCtx>>,
  found: ThreadAt<TxCtx>,
  input: Input,
  reason: string,
) => perform(found.at, act, { subject: { kind: 'thread', id: found.thread.threadId }, found, input, reason });

const lock = action({
  ...onThread,
  input: ThreadActForm,
  allow: (_, { at, thread }) => policy.mayLockThread(at.viewer, thread),
  run: async (_: TxCtx, found: ThreadAt<TxCtx>, { Reason, on }) => {
    const { isLocked, threadId } = found.thread;
    // the call has no reason of its own; the page with all acts requires one
    await performOn(isLocked ? unlockThread : lockThread, found, {}, Reason.trim() || noReasonGiven);
    return { Locked: !isLocked, Link: routes.threadShow(threadId, { on }) };
  },
});
const pin = action({
  ...onThread,
  input: ThreadActForm,
  run: async (_: TxCtx, found: ThreadAt<TxCtx>, { Reason, on }) => {
    const { isPinned, threadId } = found.thread;
    await performOn(isPinned ? unpinThread : pinThread, found, {}, Reason);
    return { Pinned: !isPinned, Link: routes.threadShow(threadId, { on }) };
  },
});
const move = action({
  ...onThread,
  input: MoveForm,
  run: async (_: TxCtx, found: ThreadAt<TxCtx>, { boardId, Reason, on }) => {
    await performOn(moveThread, found, { boardId }, Reason);
    const { isShared } = await boardById(found.at, boardId);
    return { Link: routes.threadShow(found.thread.threadId, { on: isShared ? on : null }) };
  },
});
const merge = action({
  ...onThread,
  input: MergeForm,
  subject: posting(threadToMerge),
  run: async (_: TxCtx, found: ThreadAt<TxCtx>, { into, Reason, on }) => {
    await performOn(mergeThread, found, { into }, Reason);
    return { Link: routes.threadShow(into, { on }) };
  },
});
const unmerge = action({
  ...onThread,
  input: ThreadActForm,
  subject: posting(threadToMerge),
  allow: (_, { at, thread }) => policy.mayUnmerge(at.viewer, thread),
  run: async (_: TxCtx, found: ThreadAt<TxCtx>, { Reason, on }) => {
    await performOn(separateThread, found, {}, Reason);
    return { Link: routes.threadShow(found.thread.threadId, { on }) };
  },
});

const watch = action({
  touches: 'named edition',
  whileMuted: 'allowed',
  input: ThreadActForm,
  role: policy.maySignedIn,
  subject: threadToWrite,
  allow: () => yes,
  run: toggleWatch,
});

const read = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: MarkForm,
  allow: ({ viewer }) => policy.maySignedIn(viewer),
  run: markRead,
});

/** The permanent address of a post leads to its page of the thread, wherever moderators moved it. */
const show: Endpoint = {
  async handle(ctx, _, { postId = '' }) {
    const id = rowIdIn(postId);
    if (id === null) throw notFound('This post');
    const { post, thread } = await postAt(ctx, id, null);
    const location = routes.threadPost(thread.threadId, post.postId, post.page);
    return { status: 302, headers: { location, 'cache-control': 'no-store' } };
  },
};

/** The routes of the forum other than pages. */
export const forumRoutes: RouteTable = {
  [get(routes.apiThreads)]: listEndpoint(threadList),
  [get(routes.apiPosts)]: listEndpoint(postList),
  [get(routes.postShow)]: show,
  [post(routes.threadCreate)]: start,
  [post(routes.postReply)]: reply,
  [post(routes.postEdit)]: edit,
  [post(routes.postDelete)]: remove,
  [post(routes.postRestore)]: restore,
  [put(routes.toggleThreadLocked)]: lock,
  [post(routes.toggleThreadLocked)]: lock,
  [put(routes.toggleThreadPinned)]: pin,
  [post(routes.toggleThreadPinned)]: pin,
  [put(routes.toggleThreadWatched)]: watch,
  [post(routes.toggleThreadWatched)]: watch,
  [post(routes.threadMove)]: move,
  [post(routes.threadMerge)]: merge,
  [post(routes.threadUnmerge)]: unmerge,
  [post(routes.forumMarkRead)]: read,
};
