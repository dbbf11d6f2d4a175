/** One window over the page: a menu, a panel, a dialog. */
export interface StackedWindow<Press> {
  /** whether a press is inside; its opener counts as inside */
  contains(press: Press): boolean;
  close(): void;
  /** false keeps it open, and all windows below it */
  mayClose?(): boolean;
}

/** The press that opened a window must not close it: it ignores presses outside for this long. */
export const ignoreMs = 500;

/**
 * Windows over the page, the newest on top. A press outside, or in a lower window, closes the top ones in
 * order until it reaches the window that contains the click, one that is too new, or one that refuses.
 */
export class WindowStack<Press> {
  readonly #now: () => number;
  #open: { readonly window: StackedWindow<Press>; readonly at: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#open.length;
  }

  /** Moves it to the top. */
  opened(window: StackedWindow<Press>): void {
    this.gone(window);
    this.#open.push({ window, at: this.#now() });
  }

  /** To be called after the window closed, for whatever reason. */
  gone(window: StackedWindow<Press>): void {
    this.#open = this.#open.filter((entry) => entry.window !== window);
  }

  press(press: Press): void {
    const now = this.#now();
    for (const { window, at } of [...this.#open].reverse()) {
      if (window.contains(press) || now - at < ignoreMs || !this.closeTop()) return;
    }
  }

  /** Closes the topmost one; false if it refuses or there is none. */
  closeTop(): boolean {
    const window = this.#open.at(-1)?.window;
    if (!window || window.mayClose?.() === false) return false;
    this.gone(window);
    window.close();
    return true;
  }
}
