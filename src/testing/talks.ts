import { expect } from 'vitest';
import { ownConversations } from '#features/messages/server/list.ts';
import { findMessages } from '#features/messages/server/search.ts';
import { conversationPage } from '#features/messages/server/show.ts';
import type { Answered, Uploader } from './uploader.ts';

export const idOf = ({ ctx }: Uploader) => ctx.viewer.userId;
const query = (text: string) => new URLSearchParams(text);

/** Sends a form as a user. */
export const sends = (who: Uploader, path: string, fields: Record<string, string> = {}): Promise<Answered> =>
  who.ask('POST', path, { form: query(new URLSearchParams(fields).toString()) });

/** Starts a conversation, which must be accepted; returns its id and that of its message. */
export async function talk(from: Uploader, to: readonly Uploader[], text = 'Hello', subject = 'A track') {
  const answer = await starts(from, to, text, subject);
  expect(answer.problem?.detail ?? answer.status).toBe(200);
  return answer.json<{ ConversationId: number; MessageId: number }>();
}

export const starts = (from: Uploader, to: readonly Uploader[], text = 'Hello', subject = 'A track') =>
  sends(from, '/messages/new', { To: to.map(idOf).join(','), Subject: subject, Text: text });

export const answers = (who: Uploader, conversationId: number, text: string) =>
  sends(who, `/messages/${conversationId}`, { Text: text });

/** The texts of a page of a conversation, as the member sees them. */
export async function reads({ ctx }: Uploader, conversationId: number, at = '') {
  const page = await conversationPage(ctx, String(conversationId), query(at));
  return page.messages.map(({ state, html }) => html?.replace(/<[^>]+>/g, '') ?? state);
}

export const box = ({ ctx }: Uploader, name: 'inbox' | 'archive' = 'inbox', at = '') =>
  ownConversations(ctx, name, query(at));

export async function finds({ ctx }: Uploader, typed: string) {
  return (await findMessages(ctx, typed, new URLSearchParams()))?.rows.map(({ line }) => line) ?? [];
}
