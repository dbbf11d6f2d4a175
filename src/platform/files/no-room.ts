import type { Logger } from 'pino';
import { Problem } from '#platform/http/problem.ts';

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const readOnly = new Set(['EROFS', 'EACCES', 'EPERM']);

/** The Problem 507 for a store that cannot be written, or null for any other error. */
export function noRoomProblem(error: unknown): Problem | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (full.has(code)) {
    return new Problem(507, 'The server has no room left for files; nothing was saved. Try again later.');
  }
  if (readOnly.has(code)) {
    return new Problem(
      507,
      'The server cannot store files at the moment; nothing was saved. Try again later.',
    );
  }
  return null;
}

/**
 * Wraps the writes of one store: turns a full disk into a Problem 507 and logs its beginning and its end once each. Only a
 * write that `ends` with a stored file proves that there is room again.
 */
export function roomGuard(log: Pick<Logger, 'error' | 'info'> | undefined) {
  let isFull = false;
  return async <T>(write: () => Promise<T>, { ends = false } = {}): Promise<T> => {
    try {
      const written = await write();
      if (isFull && ends) {
        log?.info('files can be stored again');
        isFull = false;
      }
      return written;
    } catch (error) {
      const problem = noRoomProblem(error);
      if (!problem) throw error;
      if (!isFull) log?.error({ err: error }, 'files cannot be stored: uploads are answered with 507');
      isFull = true;
      throw problem;
    }
  };
}
