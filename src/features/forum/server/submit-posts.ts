import { holdText, noteText } from '#features/texts/server/actions.ts';
import type { TxCtx } from '#platform/context.ts';
import { storedMentions } from '#platform/mentions.ts';
import { routes } from '#routes/routes.ts';
import { pageOfPost } from '../model.ts';
import { checkedText, checkedTitle, replyTo, startThread } from './actions.ts';
import { changePost } from './change-posts.ts';
import { assertPace } from './post-pace.ts';
import type { PostAt, ThreadAt } from './posts.ts';

/**
 * What users write in the forum. Links and pictures of a new writer wait for a moderator first; the response then contains the id
 * of the held text and a link to where only its author sees it.
 */

/** Starts a thread: POST /threadcreate/{boardId}. */
export async function submitThread(
  tx: TxCtx,
  { boardId, Title, Text }: { readonly boardId: number; readonly Title: string; readonly Text: string },
) {
  const title = checkedTitle(Title);
  const text = await storedMentions(tx, checkedText(Text));
  await assertPace(tx, 0, text);
  const payload = { boardId, title };
  const HeldTextId = await holdText(tx, { kind: 'thread', placeId: boardId, title, text, payload });
  if (HeldTextId !== null) {
    await noteText(tx, 'heldtext', HeldTextId);
    return { ThreadId: null, PostId: null, HeldTextId, Link: `${routes.forums(boardId)}#held-${HeldTextId}` };
  }
  const { threadId, postId } = await startThread(tx, { boardId, title, text, isPaced: false });
  await noteText(tx, 'post', postId);
  return { ThreadId: threadId, PostId: postId, HeldTextId, Link: routes.threadShow(threadId) };
}

/** Replies in a thread: POST /postreply/{threadId}. */
export async function submitReply(
  _: TxCtx,
  { at, thread }: ThreadAt<TxCtx>,
  { Text, on }: { readonly Text: string; readonly on: string | null },
) {
  const { threadId } = thread;
  const text = await storedMentions(at, checkedText(Text));
  await assertPace(at, threadId, text);
  const HeldTextId = await holdText(at, { kind: 'post', placeId: threadId, text, payload: { threadId } });
  if (HeldTextId !== null) {
    await noteText(at, 'heldtext', HeldTextId);
    return { PostId: null, HeldTextId, Link: `${routes.threadEnd(threadId, on)}#held-${HeldTextId}` };
  }
  const { postId, number } = await replyTo(at, thread, { text, isPaced: false });
  await noteText(at, 'post', postId);
  return { PostId: postId, HeldTextId, Link: routes.threadPost(threadId, postId, pageOfPost(number), on) };
}

/** Changes the viewer's own post: POST /postedit/{postId}. */
export async function submitChange(
  tx: TxCtx,
  found: PostAt<TxCtx>,
  form: { readonly Text: string; readonly on: string | null },
) {
  const { at, thread, post } = found;
  const text = await storedMentions(at, checkedText(form.Text));
  const HeldTextId = await holdText(at, {
    kind: 'postchange',
    placeId: thread.threadId,
    text,
    payload: { postId: post.postId },
    changed: { id: post.postId, text: post.text },
  });
  if (HeldTextId === null) {
    const changed = await changePost(tx, found, { ...form, Text: text });
    await noteText(at, 'post', post.postId);
    return { ...changed, HeldTextId };
  }
  await noteText(at, 'heldtext', HeldTextId);
  const Link = `${routes.threadShow(thread.threadId, { on: form.on, p: post.page })}#held-${HeldTextId}`;
  return { PostId: post.postId, HeldTextId, Link };
}
