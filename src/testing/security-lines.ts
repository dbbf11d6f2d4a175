import type { Logger } from 'pino';
import { makeLog } from '#platform/log.ts';

/** A line of the security log for tests. */
export interface SecurityLine {
  event: string;
  account?: number;
  from?: string;
  [fact: string]: unknown;
}

/** The server's own log with readable security lines; `taken` returns and clears them. */
export function securityLines(): { log: Logger; taken(): SecurityLine[]; text(): string } {
  const lines: string[] = [];
  let read = 0;
  return {
    log: makeLog('fatal', { write: (line) => void lines.push(line) }),
    taken() {
      const fresh = lines.slice(read).map((line): SecurityLine => JSON.parse(line));
      read = lines.length;
      return fresh;
    },
    /** everything written so far */
    text: () => lines.join(''),
  };
}
