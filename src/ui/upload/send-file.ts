import type { ProblemBody } from '#lib/wire/problem.ts';
import { type Answer, sendForm, tokenField } from '#ui/api.ts';

/** After this time without a response the connection is considered lost. */
export const responseTimeoutMs = 120_000;

/** Sends one file and reports progress, which fetch cannot do. Otherwise like sendForm. */
export async function sendFile<T>(
  path: string,
  file: File,
  field: string,
  token: string,
  onSent: (bytes: number) => void,
): Promise<Answer<T>> {
  const form = new FormData();
  form.append(tokenField, token); // first: the server checks it before it reads the file
  form.append(field, file, file.name);
  const answer = await post<T>(path, form, onSent);
  if (answer.ok || answer.problem.field !== tokenField) return answer;
  form.delete(tokenField);
  return sendForm<T>('POST', path, form, token); // knows how to get a fresh token
}

function post<T>(path: string, form: FormData, onSent: (bytes: number) => void): Promise<Answer<T>> {
  return new Promise((resolve) => {
    const failed = (status: number, title: string, detail: string) =>
      resolve({ ok: false, problem: { status, title, detail, type: 'about:blank' } });
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.timeout = responseTimeoutMs;
    const unreached = () => failed(0, 'No connection', 'The server could not be reached. Try again.');
    request.addEventListener('error', unreached);
    request.addEventListener('timeout', unreached);
    request.addEventListener('load', () => {
      try {
        const value: unknown = JSON.parse(request.responseText);
        const isFine = request.status >= 200 && request.status < 300;
        if (isFine)
          resolve({ ok: true, value: value as T }); // our own server's wire shape, named by the caller
        else resolve({ ok: false, problem: value as ProblemBody });
      } catch {
        failed(500, 'Internal Error', 'Error while parsing response');
      }
    });
    request.send(form);
  });
}
