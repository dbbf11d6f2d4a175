import { shownDetail } from '#lib/wire/field-label.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import { unreadableReason } from '#lib/wire/unreadable.ts';

/** The result of a call to our own server. Problems are shown in place; nothing here throws. */
export type Answer<T> = { ok: true; value: T } | { ok: false; problem: ProblemBody };

/** A failure that no problem of the server describes. */
export const problem = (status: number, title: string, detail: string): ProblemBody => ({
  status,
  title,
  detail,
  type: 'about:blank',
});

const isProblem = (body: unknown): body is ProblemBody =>
  typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';

/**
 * Reads the response to a form. What is not ours, because a proxy answered or the connection broke, is a failure whose sentence
 * follows from its status.
 */
export function readAnswer<T>(status: number, text: string): Answer<T> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return unreadable(status);
  }
  if (status >= 200 && status < 300) return { ok: true, value: body as T }; // our own server's wire shape, named by the caller
  return isProblem(body)
    ? { ok: false, problem: { ...body, detail: shownDetail(body) } }
    : unreadable(status);
}

const unreadable = (status: number): Answer<never> => ({
  ok: false,
  problem: problem(
    status >= 200 && status < 300 ? 500 : status,
    'Unreadable answer',
    unreadableReason(status),
  ),
});
