export type Bytes = AsyncIterable<Uint8Array>;

/** Where backups are stored: objects by names such as `files/ab/cd`, each there as a whole or not at all. */
export interface BackupStore {
  /** Writes an object, or replaces it. It has its name once all of it is safely stored. */
  put(name: string, content: Bytes): Promise<void>;
  /** Null if there is no such object. */
  size(name: string): Promise<number | null>;
  /** Rejects if there is no such object. */
  get(name: string): Bytes;
  /** The names that begin with `folder/`. */
  list(folder: string): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
}
