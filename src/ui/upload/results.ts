import type { ProblemBody } from '#lib/wire/problem.ts';
import type { Answer } from '../api.ts';

/** The response to a form with entries. */
export interface FormResults<Done extends object> {
  Results: (Done | { Problem: ProblemBody })[];
}

/** The result of one entry. If all entries were refused, the response still contains a result for each; other failures concern all. */
export function resultAt<Done extends object>(
  answer: Answer<FormResults<Done>>,
  index: number,
): Done | { Problem: ProblemBody } {
  const problem = answer.ok ? undefined : (answer.problem as ProblemBody & Partial<FormResults<Done>>); // as the endpoints say
  const results = answer.ok ? answer.value.Results : problem?.Results;
  return (
    results?.[index] ?? {
      Problem: problem ?? {
        status: 500,
        title: 'Internal Error',
        detail: 'The server did not say what became of this file. Reload the page to see it.',
        type: 'about:blank',
      },
    }
  );
}

/** Whether the failure concerns the whole form or the connection, so that further forms would fail too. */
export const concernsAll = (answer: Answer<object>): boolean => !answer.ok && !('Results' in answer.problem);
