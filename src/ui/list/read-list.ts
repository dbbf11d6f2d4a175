import type { ListResponse } from '#lib/wire/fields.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import { unreadableReason } from '#lib/wire/unreadable.ts';

/** The failure of a list; `reason` says more about one of the generic ones. */
export type ListProblem = ProblemBody & { readonly reason?: string };

type ListAnswer<Row> = { ok: true; value: ListResponse<Row> } | { ok: false; problem: ListProblem };

const internal = (detail: string, reason?: string): ListProblem => ({
  status: 500,
  title: 'Internal Error',
  detail,
  type: 'Internal Error',
  ...(reason !== undefined && { reason }),
});

/** Reads one page of a list. A failure has the server's message or one of two generic ones; its status is 0 if there was no response. */
export async function readList<Row>(
  fetchPath: (path: string, signal: AbortSignal) => Promise<Response>,
  path: string,
  signal: AbortSignal,
): Promise<ListAnswer<Row>> {
  let text: string;
  let status: number;
  try {
    const response = await fetchPath(path, signal);
    status = response.status;
    text = await response.text();
  } catch {
    return { ok: false, problem: { ...internal('Unhandled Error'), status: 0 } };
  }
  const body = parsed(text);
  const isOk = status >= 200 && status < 300;
  if (isOk && isList<Row>(body)) return { ok: true, value: body };
  if (!isOk && isProblem(body)) return { ok: false, problem: body };
  return { ok: false, problem: internal('Error while parsing response', unreadableReason(status)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null;
const isList = <Row>(body: unknown): body is ListResponse<Row> =>
  isObject(body) && Array.isArray(body.Results) && typeof body.More === 'boolean';
const isProblem = (body: unknown): body is ProblemBody => isObject(body) && typeof body.detail === 'string';
