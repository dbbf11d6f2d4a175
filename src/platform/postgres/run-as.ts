import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user that runs the server if we are root: PostgreSQL refuses to run as root. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** null: the current user. Otherwise the owner of an existing cluster, then `postgres`, then `nobody`. */
export function serverUser(clusterDir: string): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has neither a user "postgres" nor a user "nobody". ' +
      'Start as another user, or set DATABASE_URL to a server of your own.',
  );
}

/** Whether this user may enter every folder above `path` and read (or enter) `path` itself. */
export function canReach(user: RunAs, path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  const needed = stats.isDirectory() ? 0o5 : 0o4;
  if (!allows(stats, user, needed)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allows(statSync(folder), user, 0o1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function allows(stats: { mode: number; uid: number; gid: number }, user: RunAs, bits: number): boolean {
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0;
  return ((stats.mode >> shift) & bits) === bits;
}
