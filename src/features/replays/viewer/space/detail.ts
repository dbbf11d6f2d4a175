/** How much is drawn, from everything to the least. */
export const details = [
  { name: 'full', pixelRatio: 2, hasShadows: true },
  { name: 'no shadows', pixelRatio: 1.5, hasShadows: false },
  { name: 'coarse', pixelRatio: 1, hasShadows: false },
  { name: 'coarsest', pixelRatio: 0.6, hasShadows: false },
] as const;
export type Detail = (typeof details)[number];

/** Frames that are averaged; the first ones after a change are slow whatever is drawn. */
const measured = 30;
const skipped = 5;
const slowestMs = 1000 / 30;
/** A longer frame is a pause: a hidden tab, a dialog of the browser. */
const pauseMs = 1000;

/** Takes detail away while less than 30 frames are drawn in a second. It never comes back by itself, or it would flicker. */
export class DetailKeeper {
  #level = 0;
  #frames = 0;
  #sumMs = 0;
  #lastMs: number | null = null;

  get detail(): Detail {
    return details[this.#level] ?? details[0];
  }

  /** Call with the time of each frame of a scene that moves; true if detail was taken away. */
  frame(nowMs: number): boolean {
    const passedMs = this.#lastMs === null ? 0 : nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (passedMs <= 0 || passedMs > pauseMs) return false;
    this.#frames += 1;
    if (this.#frames > skipped) this.#sumMs += passedMs;
    if (this.#frames < skipped + measured) return false;
    const isSlow = this.#sumMs / measured > slowestMs;
    this.#frames = 0;
    this.#sumMs = 0;
    if (!isSlow || this.#level === details.length - 1) return false;
    this.#level += 1;
    return true;
  }

  /** The scene stands still: the time until the next frame says nothing. */
  rest(): void {
    this.#lastMs = null;
  }
}
