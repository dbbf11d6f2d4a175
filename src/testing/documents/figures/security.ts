import { apiTokens, levels, personalData, protectedData, requests, sessions, signingIn } from './accounts.ts';
import type { Statements } from './check.ts';
import { forms } from './forms.ts';
import { expensiveWork, keys, otherServers, uploadedFiles } from './machine.ts';
import { throttles } from './throttles.ts';

/** Deadlines that people promise to keep; no code enforces them. */
const promises: Statements = [
  'answer within 3 days, with a fix or a plan within 14',
  'retains it for 90 days at most',
  'are fixed or removed within 7 days, others within 30, those of development tools within 90',
];

/** Figures of SECURITY.md, by section; `Security` is what precedes the first one. Its totals are checked by asvs.test.ts. */
export const security: Readonly<Record<string, Statements>> = {
  Security: ['| 1 |', '| 2 |'],
  'Reporting a vulnerability': promises.slice(0, 1),
  'What is protected': protectedData,
  'Who may do what': levels,
  'Signing in': signingIn,
  Sessions: sessions,
  'API tokens': apiTokens,
  Requests: requests,
  Throttles: throttles,
  'Limits of forms and files': forms,
  'What is stored about a person, and for how long': personalData,
  'Uploaded files': uploadedFiles,
  'Expensive work': expensiveWork,
  'Keys and secrets': keys,
  'What the server talks to': otherServers,
  'Behind a proxy': ['offer TLS 1.2 and 1.3 only'],
  Logs: promises.slice(1, 2),
  Dependencies: promises.slice(2),
};
