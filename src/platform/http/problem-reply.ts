import { ZodError } from 'zod';
import { hasNullCharacter } from '#db/explain-failure.ts';
import { DatabaseUnavailable, type UnavailableReason } from '#db/unavailable.ts';
import { shownDetail } from '#lib/wire/field-label.ts';
import { prefersHtml } from './negotiate.ts';
import { Problem } from './problem.ts';
import type { HttpRequest, Reply } from './types.ts';

const retryAfterSeconds = 5;

const unavailable: Readonly<Record<UnavailableReason, () => Problem>> = {
  unreachable: () =>
    new Problem(503, 'The database cannot be reached at the moment. Try again in a few seconds.', {
      retryAfterSeconds,
    }),
  slow: () =>
    new Problem(503, 'The database took too long to answer. Try again in a few seconds.', {
      retryAfterSeconds,
    }),
  full: () =>
    new Problem(507, 'The disk of the database is full, so nothing can be stored until there is room again.'),
};

/**
 * The Problem of a database that failed through no fault of the request, or that refused a null character in a field that does not
 * refuse it itself; null for every other error.
 */
export function databaseProblem(error: unknown): Problem | null {
  if (error instanceof DatabaseUnavailable) return unavailable[error.reason]();
  if (hasNullCharacter(error))
    return new Problem(
      400,
      'The request contains a null character, which can’t be stored. Remove it and try again.',
    );
  return null;
}

/**
 * The Problem that is shown for an error. Any error that is neither a Problem nor a known kind of failure is a bug: it
 * shows nothing but the request id.
 */
export function asProblem(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error;
  const problem = databaseProblem(error);
  if (problem) return problem;
  if (error instanceof ZodError) return zodProblem(error);
  return new Problem(500, `Something went wrong on our side. Tell us this number: ${requestId}`);
}

/** The first mistake in an input, with the field's name as the sender wrote it. */
export function zodProblem(error: ZodError): Problem {
  const issue = error.issues[0];
  const field = issue?.path.join('.');
  const reason = issue?.message ?? 'is not valid';
  if (field) return new Problem(400, `${field}: ${reason}.`.replace(/\.\.$/, '.'), { field });
  // rules about several fields have a sentence of their own
  return new Problem(400, issue?.code === 'custom' ? reason : `The request ${reason}.`);
}

/** The body of a problem as a page shows it. */
export const shownBody = ({ body }: Problem): Problem['body'] => ({ ...body, detail: shownDetail(body) });

/** The header that says when to try again, where the problem knows. */
export const retryAfter = ({ extra }: Problem): Record<string, string> =>
  extra.retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(extra.retryAfterSeconds)) };

/** A failure as a reply: the themed page for a browser, problem+json for every other client. */
export function problemReply(problem: Problem, request: Pick<HttpRequest, 'headers'>): Reply {
  const headers = { 'cache-control': 'no-store', vary: 'accept', ...retryAfter(problem) };
  if (prefersHtml(request.headers.accept)) {
    const path = problem.status < 500 ? '/404' : '/500';
    return { status: problem.status, headers, page: { path, problem: shownBody(problem) } };
  }
  const plain = plainProblem(problem);
  return { ...plain, headers: { ...plain.headers, ...headers } };
}

/** A failure as problem+json: for programs, and where there is no edition whose page could show it. */
export const plainProblem = (problem: Problem): Reply => ({
  status: problem.status,
  headers: {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    ...retryAfter(problem),
    ...problem.extra.headers,
  },
  body: JSON.stringify(problem.body),
});
