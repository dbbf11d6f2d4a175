import type { ProblemBody } from '#lib/wire/problem.ts';
import { type Answer, currentToken, sendForm, tokenField } from '#ui/api.ts';
import { problem, readAnswer } from '#ui/read-answer.ts';

/** After this time without a response the connection is considered lost. */
export const responseTimeoutMs = 120_000;

/** Sends one file and reports progress, which fetch cannot do. Otherwise like sendForm. */
export async function sendFile<T>(
  path: string,
  file: File,
  field: string,
  onSent: (bytes: number) => void,
): Promise<Answer<T>> {
  const form = new FormData();
  form.append(tokenField, await currentToken()); // first: the server checks it before it reads the file
  form.append(field, file, file.name);
  const answer = await post<T>(path, form, onSent);
  if (answer.ok || answer.problem.field !== tokenField) return answer;
  return sendForm<T>('POST', path, form); // knows how to get a fresh token
}

function post<T>(path: string, form: FormData, onSent: (bytes: number) => void): Promise<Answer<T>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.timeout = responseTimeoutMs;
    const unreached = () =>
      resolve({
        ok: false,
        problem: problem(0, 'No connection', 'Couldn’t reach the server. Try again.'),
      });
    request.addEventListener('error', unreached);
    request.addEventListener('timeout', unreached);
    request.addEventListener('load', () => resolve(readAnswer<T>(request.status, request.responseText)));
    request.send(form);
  });
}

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
        detail: 'We don’t know whether this file was saved. Reload the page to check.',
        type: 'about:blank',
      },
    }
  );
}

/** Whether the failure concerns the whole form or the connection, so that further forms would fail too. */
export const concernsAll = (answer: Answer<object>): boolean => !answer.ok && !('Results' in answer.problem);
