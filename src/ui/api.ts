import { basePaths } from '#routes/base.ts';
import { type Answer, problem, readAnswer } from './read-answer.ts';

export type { Answer };

/** the name of the hidden field with the token */
export const tokenField = '__RequestVerificationToken';

/** The token in the forms of this page; null if it has none, such as a page without a form for visitors. */
export const pageToken = (): string | null =>
  document.getElementsByName(tokenField)[0]?.getAttribute('value') || null;

let freshToken: string | null = null;

/** The token to send: that of the page until the server refuses it. */
export const currentToken = async (): Promise<string> =>
  freshToken ?? pageToken() ?? (await loadToken()) ?? '';

async function loadToken(): Promise<string | null> {
  const viewer = await read<{ RequestVerificationToken: string }>(
    fetch(basePaths.viewer(), { cache: 'no-store' }),
  );
  if (viewer.ok) freshToken = viewer.value.RequestVerificationToken;
  return viewer.ok ? freshToken : null;
}

/**
 * Sends a form and reads the JSON response. An expired token is replaced and the form sent again; the server does nothing if it
 * refuses a token, so nothing happens twice.
 */
export async function sendForm<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  fields: FormData | URLSearchParams,
  signal?: AbortSignal,
): Promise<Answer<T>> {
  const first = await sendOnce<T>(method, path, fields, await currentToken(), signal);
  if (first.ok || first.problem.field !== tokenField) return first;
  const token = await loadToken();
  return token === null ? first : sendOnce(method, path, fields, token, signal);
}

/** Sends a form while the page is left: the request goes on without it. */
export const sendLeaving = (path: string): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ [tokenField]: pageToken() ?? '' }),
    headers: { accept: 'application/json' },
    keepalive: true,
  });

function sendOnce<T>(
  method: string,
  path: string,
  fields: FormData | URLSearchParams,
  token: string,
  signal: AbortSignal | undefined,
): Promise<Answer<T>> {
  // the token comes first: the server checks it before it reads any file
  const body = fields instanceof FormData ? new FormData() : new URLSearchParams();
  body.append(tokenField, token);
  for (const [name, value] of fields.entries()) {
    if (name !== tokenField) body.append(name, value as string); // Blob or string; both overloads exist
  }
  return read<T>(
    fetch(path, { method, body, headers: { accept: 'application/json' }, signal: signal ?? null }),
  );
}

async function read<T>(sending: Promise<Response>): Promise<Answer<T>> {
  try {
    const response = await sending;
    return readAnswer(response.status, await response.text());
  } catch (error) {
    const left = error instanceof DOMException && error.name === 'AbortError';
    const detail = left ? 'Cancelled.' : 'Couldn’t reach the server. Try again.';
    return { ok: false, problem: problem(0, 'No connection', detail) };
  }
}
