/** The clock of the viewer. Listeners are called once per frame while it runs, and after each jump. */
export class Playback {
  timeMs = 0;
  speed = 1;
  endMs = 0;
  isPlaying = false;
  readonly #listeners = new Set<() => void>();
  readonly #stepMs: number;
  #frame = 0;
  #lastAt = 0;
  #owedMs = 0;

  /** With `reducedMotion` the picture changes twice a second instead of with every frame. */
  constructor(reducedMotion: boolean) {
    this.#stepMs = reducedMotion ? 500 : 0;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    listener();
    return () => void this.#listeners.delete(listener);
  }

  play(): void {
    if (this.isPlaying || this.endMs === 0) return;
    if (this.timeMs >= this.endMs) this.timeMs = 0;
    this.isPlaying = true;
    this.#lastAt = performance.now();
    this.#frame = requestAnimationFrame(this.#next);
    this.#notify();
  }

  pause(): void {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    cancelAnimationFrame(this.#frame);
    this.#notify();
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  seek(timeMs: number): void {
    this.timeMs = Math.min(this.endMs, Math.max(0, timeMs));
    this.#notify();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.#notify();
  }

  readonly #next = (now: number) => {
    const passedMs = Math.max(0, now - this.#lastAt);
    this.#lastAt = now;
    this.#owedMs += passedMs;
    if (this.#owedMs >= this.#stepMs) {
      this.timeMs = Math.min(this.endMs, this.timeMs + this.#owedMs * this.speed);
      this.#owedMs = 0;
      if (this.timeMs >= this.endMs) this.isPlaying = false;
      this.#notify();
    }
    if (this.isPlaying) this.#frame = requestAnimationFrame(this.#next);
  };

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
