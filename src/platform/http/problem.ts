import type { Verdict } from '#lib/rules/verdict.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';

type Extra = Pick<ProblemBody, 'field' | 'file' | 'link'> & {
  retryAfterSeconds?: number;
  /** further headers, in lower case, such as what an API token must fulfil */
  headers?: Readonly<Record<string, string>>;
  /** the form was fine, but its sender is not signed in as when the page was opened: it can be sent again */
  isUnsent?: true;
};

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Sign in first',
  403: 'Not allowed',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too Large',
  415: 'Unsupported Media Type',
  422: 'Refused',
  429: 'Too Many Requests',
  500: 'Internal Error',
  501: 'Not Implemented',
  503: 'Not Available',
  507: 'Disk Full',
};

/** The title of a status, as in application/problem+json. */
export const titleOf = (status: number): string => titles[status] ?? 'Error';

/**
 * A failure that may be shown to the user. Thrown by endpoints and actions; only platform/http turns it into a
 * response. `detail` is a whole sentence that names the field or file and the reason.
 */
export class Problem extends Error {
  readonly status: number;
  readonly extra: Extra;

  constructor(status: number, detail: string, extra: Extra = {}) {
    super(detail);
    this.name = 'Problem';
    this.status = status;
    this.extra = extra;
  }

  /** The body of application/problem+json. */
  get body(): ProblemBody {
    const { retryAfterSeconds: _, headers: __, isUnsent: ___, ...shown } = this.extra;
    return {
      status: this.status,
      title: titleOf(this.status),
      detail: this.message,
      type: 'about:blank',
      ...shown,
    };
  }
}

export const badRequest = (detail: string, field?: string) =>
  new Problem(400, detail, field ? { field } : {});
export const signInFirst = () => new Problem(401, 'Sign in first.');
/** What a visitor reads who sends a form for users: most often their session has ended since the page was opened. */
export const signedOut =
  'You are signed out. Nothing you typed is lost: sign in, in another tab if you like, and send it again.';
export const sentSignedOut = () => new Problem(401, signedOut, { isUnsent: true });
export const denied = (reason: string) => new Problem(403, reason);
/** A refusal that the viewer can lift on another page, to which browsers are sent. */
export class ElsewhereFirst extends Problem {
  readonly link: string;

  constructor(status: number, detail: string, link: string) {
    super(status, detail, { link });
    this.link = link;
  }
}
/** Throws the Problem of a negative verdict: 409 for a conflict, otherwise 403 or what the verdict states, with its reason. */
export function assertAllowed(verdict: Verdict): void {
  if (verdict.ok) return;
  const { reason, answer } = verdict;
  if (answer?.link !== undefined) throw new ElsewhereFirst(answer.status, reason, answer.link);
  if (answer) throw new Problem(answer.status, reason);
  throw verdict.isConflict ? new Problem(409, verdict.reason) : denied(verdict.reason);
}
/** What still waits when the process ends. Nothing is wrong with a file or a request, and the next attempt may succeed. */
export const serverStops = () =>
  new Problem(503, 'The server is being restarted. Try again in a few seconds.', { retryAfterSeconds: 5 });
export const notFound = (what: string) => new Problem(404, `${what} was not found.`);
