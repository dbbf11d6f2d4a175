import { shownDetail } from '#lib/wire/field-label.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';
import { refusedForm } from '#platform/http/action.ts';
import { prefersHtml } from '#platform/http/negotiate.ts';
import { Problem, titleOf } from '#platform/http/problem.ts';
import { json, seeOther } from '#platform/http/send.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';

/** What became of an entry. */
export type Result<Fine extends object> = Fine | { readonly Problem: ProblemBody };

/** Runs one entry. A Problem is the result of its entry, with the entry's field; only a bug fails the request. */
export async function resultOf<Fine extends object>(
  entry: { readonly name: string; readonly index: number; readonly usualField: string },
  run: () => Promise<Fine>,
): Promise<Result<Fine>> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const field = error.extra.field?.split('.').at(-1) ?? entry.usualField;
    return { Problem: { ...error.body, field: `${entry.name}[${entry.index}].${field}` } };
  }
}

interface Answering<Fine> {
  readonly request: HttpRequest;
  readonly form: URLSearchParams;
  /** the page that shows a refused form again */
  readonly page: string;
  /** where a browser is sent when all entries are fine */
  next(fine: readonly Fine[]): string;
  /** the field of the page's form that an entry took this one from, if it is not its own */
  sharedField?: ((field: string) => string) | undefined;
  /** e.g. "2 of 3 tracks were published." */
  counted(fine: number, all: number): string;
}

/**
 * The response to a form with entries: 200 if at least one is fine, 507 if the disk is full, 503 if the server had no time for one,
 * otherwise 422; `Results` always contains one result per entry. Browsers without scripts are redirected, or get the form again.
 */
export function resultsReply<Fine extends object>(
  { request, form, page, next, counted, sharedField = (field) => field }: Answering<Fine>,
  results: readonly Result<Fine>[],
): Reply {
  const fine = results.flatMap((result) => ('Problem' in result ? [] : [result as Fine])); // any other result is fine
  const problems = results.flatMap((result) => ('Problem' in result ? [result.Problem as ProblemBody] : [])); // see Result
  const ofServer = [507, 503].flatMap((code) => problems.find(({ status }) => status === code) ?? [])[0];
  const first = ofServer ?? problems[0];
  const status = ofServer?.status ?? 422;
  if (!prefersHtml(request.headers.accept)) {
    if (fine.length > 0 || !first) return json({ Results: results });
    return json({ ...first, status, title: titleOf(status), Results: results }, status);
  }
  if (!first) return seeOther(next(fine));
  const before = fine.length > 0 ? [counted(fine.length, results.length)] : [];
  const detail = [...before, ...problems.map(shownDetail)].join(' ');
  const field = first.field === undefined ? undefined : sharedField(first.field);
  const problem = new Problem(status, detail, { file: first.file, field, link: first.link });
  return refusedForm(page, form, problem, request);
}

/** A finding about a file. Errors refuse it. */
export interface Issue {
  readonly Level: string;
  readonly Code: string;
  readonly Message: string;
  readonly Link?: string;
}

const errorIn = (issues: readonly Issue[]) => issues.find(({ Level }) => Level === 'error');

/** Whether an issue refuses the file. */
export const hasError = (issues: readonly Issue[]): boolean => errorIn(issues) !== undefined;

/** The first error of an analysis as the Problem of its file; null without one. */
export function problemOf(file: string, issues: readonly Issue[], field: string): Problem | null {
  const error = errorIn(issues);
  if (!error) return null;
  const status = error.Code === 'duplicate' ? 409 : 422;
  return new Problem(status, `${file}: ${error.Message}`, { file, field, link: error.Link });
}
