import type { Change } from './change.ts';

/** Replicas that are in use lack seconds at most. */
const maxChanges = 5000;

/**
 * Changes with the position in the log of the database after them, so that nothing is cached that was made from a replica before it had
 * replayed them.
 */
export class RecentChanges {
  #entries: { readonly position: number; readonly changes: readonly Change[] }[] = [];
  #count = 0;
  /** what changed up to here is not known */
  #unknownUntil = Number.POSITIVE_INFINITY;
  /** up to here, changes are known */
  position = 0;

  /** From here on, all changes are added. */
  begin(position: number): void {
    this.#entries = [];
    this.#count = 0;
    this.#unknownUntil = position;
    this.position = position;
  }

  add(position: number, changes: readonly Change[]): void {
    this.position = Math.max(this.position, position);
    if (changes.length === 0) return;
    this.#entries.push({ position, changes });
    this.#count += changes.length;
    while (this.#count > maxChanges) {
      const forgotten = this.#entries.shift();
      this.#count -= forgotten?.changes.length ?? 0;
      this.#unknownUntil = Math.max(this.#unknownUntil, forgotten?.position ?? 0);
    }
  }

  /** The changes that a replica at this position may lack; null if they are not known. */
  after(position: number): readonly Change[] | null {
    if (position < this.#unknownUntil) return null;
    return this.#entries.flatMap((entry) => (entry.position > position ? entry.changes : []));
  }
}
