import { LRUCache } from 'lru-cache';
import { minuteMs } from '#lib/codes/durations.ts';
import { outsideAdmission } from '#platform/admission/admitted.ts';
import type { Ctx } from '#platform/context.ts';

/** Maximum number of drawings in memory: each has about 100 KB, at most 1 MB. */
const most = 64;
/** After this time storing is tried again. */
const retryMs = minuteMs;
const warnEveryMs = 10 * minuteMs;

interface Entry<Drawing> {
  readonly drawing: Promise<{ readonly drawing: Drawing; readonly isCached: boolean }>;
  readonly at: number;
}

/**
 * Drawings in progress, shared by all requests for them, and for a minute drawings that could not be stored. Limited and per
 * process, so that a full disk costs only one drawing per track and minute.
 */
export class UnstoredDrawings<Drawing> {
  readonly #entries = new LRUCache<string, Entry<Drawing>>({ max: most });
  #warnedAt = Number.NEGATIVE_INFINITY;

  /**
   * The drawing of the file with this hash, created by `draw` unless it is cached. Requests wait for it without their places: those
   * that wait could fill all of them, and the one that draws might need one to go on.
   */
  get(
    sha256: string,
    now: Date,
    draw: () => Promise<{ drawing: Drawing; isCached: boolean }>,
  ): Promise<Drawing> {
    return outsideAdmission(() => this.#get(sha256, now, draw));
  }

  async #get(
    sha256: string,
    now: Date,
    draw: () => Promise<{ drawing: Drawing; isCached: boolean }>,
  ): Promise<Drawing> {
    const found = this.#entries.get(sha256);
    if (found && now.getTime() - found.at < retryMs) return (await found.drawing).drawing;
    const entry: Entry<Drawing> = { drawing: draw(), at: now.getTime() };
    this.#entries.set(sha256, entry);
    let isCached = false;
    try {
      const made = await entry.drawing;
      isCached = made.isCached;
      return made.drawing;
    } finally {
      if (!isCached && this.#entries.get(sha256) === entry) this.#entries.delete(sha256);
    }
  }

  /** Logs a warning, at most one in ten minutes, because on a full disk every request would log one. */
  warn(ctx: Pick<Ctx, 'log' | 'clock' | 'requestId'>, facts: object, message: string): void {
    const now = ctx.clock.now().getTime();
    if (now - this.#warnedAt < warnEveryMs) return;
    this.#warnedAt = now;
    ctx.log.warn({ ...facts, requestId: ctx.requestId }, message);
  }
}
