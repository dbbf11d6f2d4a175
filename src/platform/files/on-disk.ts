import { chmod, type FileHandle, rm, stat } from 'node:fs/promises';

/** The mode of the folders of a store: not readable by other users of the machine. */
export const folderMode = 0o750;

/** Closes the file after the work, whether or not it succeeds. */
export async function closedAfter(file: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await file.close();
  }
}

/** Removes a file if the work fails. Removing may fail too, for example on a read-only disk: the first error is the one to report. */
export async function removedOnFailure(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Folders created by an older version were readable by everyone. A folder owned by another user is left unchanged. */
export async function closeToOthers(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if (mode & 0o027) await chmod(folder, mode & folderMode).catch(() => undefined);
}

/** Null for an error that says that there is no such file; others are rethrown. */
export function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
