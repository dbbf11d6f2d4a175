import { action } from '#platform/http/action.ts';
import { Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { storedMentions } from '#platform/mentions.ts';
import { get, post, put } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import * as forms from '../forms.ts';
import { addPeople, reply, startConversation } from './actions.ts';
import { removeMessage } from './acts.ts';
import {
  leaveConversation,
  markAllRead,
  markRead,
  markUnread,
  setAcceptance,
  toggleViewState,
} from './conversation-state.ts';
import { mayAdd, mayDelete, mayRead, mayReply, mayWrite, mayWriteTo } from './policy.ts';
import { conversationsForPrograms, messagesForPrograms } from './programs.ts';
import { lockedConversation, namedRecipients, serialiseOwnWrites, visibleMessage } from './repo.ts';

const conversationOf = (_: URLSearchParams, { path }: HttpRequest) =>
  path.replace(/^(\/messages\/\d+)\/.*$/, '$1');

const start = action({
  touches: 'edition',
  input: forms.StartForm,
  role: mayWrite,
  async subject(tx, input) {
    await serialiseOwnWrites(tx);
    return namedRecipients(tx, input);
  },
  allow: ({ viewer }, recipients, { Official }) =>
    mayWriteTo(viewer, recipients, Official === 'true' ? 'official' : 'new'),
  run: async (tx, recipients, form) =>
    startConversation(tx, recipients, { ...form, Text: await storedMentions(tx, form.Text) }),
  next: ({ Link }) => Link,
  form: routes.newMessage(),
});

const answer = action({
  touches: 'edition',
  input: forms.ReplyForm,
  role: mayWrite,
  async subject(tx, { conversationId }) {
    await serialiseOwnWrites(tx);
    return lockedConversation(tx, conversationId);
  },
  allow: ({ viewer }, conversation) => mayReply(viewer, conversation),
  run: async (tx, conversation, { Text }) => reply(tx, conversation, await storedMentions(tx, Text)),
  next: ({ Link }) => Link,
  form: conversationOf,
});

const people = action({
  touches: 'edition',
  input: forms.PeopleForm,
  role: mayWrite,
  async subject(tx, input) {
    await serialiseOwnWrites(tx);
    const conversation = await lockedConversation(tx, input.conversationId);
    const here = new Set(conversation.others.map(({ userId }) => userId));
    const added = (await namedRecipients(tx, input)).filter(({ userId }) => !here.has(userId));
    if (added.length === 0)
      throw new Problem(422, 'These players are already in the conversation.', { field: 'To' });
    return { conversation, added };
  },
  allow: ({ viewer }, { conversation, added }) =>
    mayAdd(
      viewer,
      conversation,
      added,
      added.filter(({ userId }) => conversation.leftIds.includes(userId)).map(({ name }) => name),
    ),
  run: (tx, { conversation, added }) => addPeople(tx, conversation, added),
  next: ({ Link }) => Link,
  form: conversationOf,
});

const leave = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: forms.LeaveForm,
  role: mayRead,
  subject: (tx, { conversationId }) => lockedConversation(tx, conversationId),
  allow: ({ viewer }) => mayRead(viewer),
  run: leaveConversation,
  next: () => routes.messages(),
});

const read = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: forms.ReadForm,
  role: mayRead,
  subject: (tx, { conversationId }) => lockedConversation(tx, conversationId),
  allow: ({ viewer }) => mayRead(viewer),
  async run(tx, { conversationId }, { Read }) {
    if (Read === 'true') await markRead(tx, conversationId, 'newest');
    else await markUnread(tx, conversationId);
    return { Read: Read === 'true' };
  },
  next: () => routes.messages(),
});

/** Marks everything on the page as read; what came after it was rendered stays unread. */
const readAll = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: forms.ReadAllForm,
  allow: ({ viewer }) => mayRead(viewer),
  async run(tx, { Until }) {
    await markAllRead(tx, new Date(Until ?? tx.clock.now().getTime()));
    return {};
  },
  next: () => routes.messages(),
});

const viewState = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: forms.ViewStateForm,
  role: mayRead,
  subject: (tx, { threadId }) => lockedConversation(tx, threadId),
  allow: ({ viewer }) => mayRead(viewer),
  run: toggleViewState,
});

const remove = action({
  touches: 'edition',
  input: forms.DeleteForm,
  role: mayRead,
  subject: (tx, { messageId }) => visibleMessage(tx, messageId, { forDeletion: true }),
  allow: ({ viewer, clock }, message) => mayDelete(viewer, message, clock.now()),
  run: removeMessage,
  next: ({ Link }) => Link,
});

const settings = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: forms.SettingForm,
  allow: ({ viewer }) => mayRead(viewer),
  run: (tx, { Accepts }) => setAcceptance(tx, Accepts),
  next: () => routes.messageSettingsSaved(),
});

/** The routes of messages other than pages. */
export const messageRoutes: RouteTable = {
  [get(routes.apiMessages)]: conversationsForPrograms,
  [get(routes.apiConversation)]: messagesForPrograms,
  [post(routes.newMessage)]: start,
  [post(routes.messagesRead)]: readAll,
  [post(routes.messageSettings)]: settings,
  [post(routes.conversation)]: answer,
  [post(routes.conversationPeople)]: people,
  [post(routes.conversationLeave)]: leave,
  [post(routes.conversationRead)]: read,
  [put(routes.toggleMessageViewState)]: viewState,
  [post(routes.toggleMessageViewState)]: viewState,
  [post(routes.messageDelete)]: remove,
};
