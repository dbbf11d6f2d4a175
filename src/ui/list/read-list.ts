import type { ListResponse } from '#lib/wire/list-response.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import type { Answer } from '#ui/api.ts';

const internal = (detail: string): ProblemBody => ({
  status: 500,
  title: 'Internal Error',
  detail,
  type: 'Internal Error',
});

/** Reads one page of a list. A failure has the server's message or one of two generic ones. */
export async function readList<Row>(
  fetchPath: (path: string, signal: AbortSignal) => Promise<Response>,
  path: string,
  signal: AbortSignal,
): Promise<Answer<ListResponse<Row>>> {
  let text: string;
  let isOk: boolean;
  try {
    const response = await fetchPath(path, signal);
    isOk = response.ok;
    text = await response.text();
  } catch {
    return { ok: false, problem: internal('Unhandled Error') };
  }
  const body = parsed(text);
  if (isOk && isList<Row>(body)) return { ok: true, value: body };
  if (!isOk && isProblem(body)) return { ok: false, problem: body };
  return { ok: false, problem: internal('Error while parsing response') };
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
