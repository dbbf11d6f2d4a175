/** Work that finishes edition by edition. */
export class ByEdition {
  readonly #whole: Promise<unknown>;
  readonly #ended = new Map<string, PromiseWithResolvers<void>>();

  /** Starts the work, which calls `ended` with the code of each edition that is done. */
  constructor(work: (ended: (code: string) => void) => Promise<unknown>) {
    this.#whole = work((code) => this.#step(code).resolve());
    this.#whole.catch(() => undefined); // edition() and all() pass the failure on; without a caller it is not an unhandled rejection
  }

  /** Resolves when this edition is done, or all of the work. */
  async edition(code: string): Promise<void> {
    await Promise.race([this.#step(code).promise, this.#whole]);
  }

  /** Resolves when all of the work is done. */
  async all(): Promise<void> {
    await this.#whole;
  }

  #step(code: string): PromiseWithResolvers<void> {
    const known = this.#ended.get(code) ?? Promise.withResolvers<void>();
    this.#ended.set(code, known);
    return known;
  }
}
