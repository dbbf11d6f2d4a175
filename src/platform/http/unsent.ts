import { tokenField } from '#platform/anti-forgery.ts';
import type { Ctx } from '#platform/context.ts';
import { prefersHtml } from './negotiate.ts';
import { Problem } from './problem.ts';
import { shownBody } from './problem-reply.ts';
import type { HttpRequest, Reply } from './types.ts';

/** Whether a field is never sent back to a page: passwords, codes and tokens. */
export const isSecretField = (name: string): boolean => /password|token|^code$|passkey/i.test(name);

/**
 * The reply to a form that was refused only because its sender is signed out, or signed in differently than before: a page with all
 * fields, which can be sent again from there. Visitors often cannot see the page that the form came from. Null for any other failure;
 * for programs; for forms with secrets, which are not sent back; and for forms of other sites, which nobody typed here.
 */
export function unsentForm(
  { viewer }: Pick<Ctx, 'viewer'>,
  request: HttpRequest,
  form: URLSearchParams,
  error: unknown,
): Reply | null {
  if (!(error instanceof Problem) || !error.extra.isUnsent || !prefersHtml(request.headers.accept))
    return null;
  const from = request.headers['sec-fetch-site'];
  if (from !== undefined && from !== 'same-origin') return null;
  const values = new URLSearchParams([...form].filter(([name]) => name !== tokenField));
  if (values.size === 0 || [...values.keys()].some(isSecretField)) return null;
  // the token of the account is valid again as soon as the sender is
  const sentToken = viewer.accountId === null ? form.getAll(tokenField).at(-1) : undefined;
  const problem = shownBody(error);
  return {
    status: error.status,
    headers: { 'cache-control': 'no-store', vary: 'accept' },
    page: {
      path: '/404',
      problem,
      form: { action: request.path, values, problem },
      again: { path: request.path, sentToken },
    },
  };
}
