import { ZodError } from 'zod';
import { prefersHtml } from './negotiate.ts';
import { Problem } from './problem.ts';
import type { HttpRequest, Reply } from './types.ts';

/** By name: pages are bundled with a copy of the class of their own. */
export const isProblem = (error: unknown): error is Problem =>
  error instanceof Error && error.name === 'Problem';

/** What the person is told. Only a Problem speaks; any other error is a bug and says nothing but its request id. */
export function asProblem(error: unknown, requestId: string): Problem {
  if (isProblem(error)) return error;
  if (error instanceof ZodError) return zodProblem(error);
  return new Problem(500, `Something went wrong on our side. Tell us this number: ${requestId}`);
}

/** The first mistake in an input, with the field's name as the sender wrote it. */
export function zodProblem(error: ZodError): Problem {
  const issue = error.issues[0];
  const field = issue?.path.join('.');
  const reason = issue?.message ?? 'is not valid';
  return new Problem(
    400,
    field ? `${field}: ${reason}.`.replace(/\.\.$/, '.') : reason,
    field ? { field } : {},
  );
}

/** A failure as a reply: the themed page for a person's browser, problem+json for everybody else. */
export function problemReply(problem: Problem, request: Pick<HttpRequest, 'headers'>): Reply {
  const headers: Record<string, string> = { 'cache-control': 'no-store', vary: 'accept' };
  const { retryAfterSeconds } = problem.extra;
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(Math.ceil(retryAfterSeconds));
  if (prefersHtml(request.headers.accept)) {
    const path = problem.status < 500 ? '/404' : '/500';
    return { status: problem.status, headers, page: { path, problem: problem.body } };
  }
  return {
    status: problem.status,
    headers: { ...headers, 'content-type': 'application/problem+json; charset=utf-8' },
    body: JSON.stringify(problem.body),
  };
}
