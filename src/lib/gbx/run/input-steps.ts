import { AXIS_FULL, type Control, type InputEvent, type InputEvents } from './input-events.ts';

/** A value over time: each from its time until the next. The first is in force when the race starts. */
export type Steps = { readonly timesMs: readonly number[]; readonly values: readonly number[] };

/** A key held down during the race. */
export type Press = { readonly fromMs: number; readonly toMs: number };

export const KEYS = ['accelerate', 'brake', 'left', 'right'] as const;
export type Key = (typeof KEYS)[number];

/**
 * Without a stick, keys or a direction pad; with one that only reaches a few positions, an axis with few positions; otherwise
 * a stick or a wheel, which cannot be told apart.
 */
export type Device = 'keys' | 'few-positions' | 'analogue';

/** What a driver held at each time of a race. */
export type Driving = {
  readonly durationMs: number;
  readonly device: Device;
  /** -65536 (left) to 65536 (right). */
  readonly steer: Steps;
  /** 0 to 65536. */
  readonly gas: Steps;
  /** 0 or 65536. */
  readonly brake: Steps;
  readonly presses: Readonly<Record<Key, readonly Press[]>>;
  readonly respawnsMs: readonly number[];
};

/** Fewer positions between the ends than this, and an axis is not a stick. */
const minPositions = 25;

/** What was held over the time of a race. The countdown only decides what is in force at the start. */
export function drivingOf({ durationMs, events }: InputEvents): Driving {
  const state = new State();
  const steer = new Line(durationMs);
  const gas = new Line(durationMs);
  const brake = new Line(durationMs);
  for (let i = 0; i < events.length; i++) {
    const event = events[i] as InputEvent; // i is below the length
    if (event.timeMs > durationMs) break;
    state.apply(event);
    // of several entries with the same time, only the last one counts
    if (events[i + 1]?.timeMs === event.timeMs) continue;
    steer.add(event.timeMs, state.steer);
    gas.add(event.timeMs, state.gas);
    brake.add(event.timeMs, state.brake);
  }
  return {
    durationMs,
    device: deviceOf(events),
    steer: steer.steps(),
    gas: gas.steps(),
    brake: brake.steps(),
    presses: {
      accelerate: pressesOf(events, 'accelerate', durationMs),
      brake: pressesOf(events, 'brake', durationMs),
      left: pressesOf(events, 'left', durationMs),
      right: pressesOf(events, 'right', durationMs),
    },
    respawnsMs: events.flatMap(({ control, timeMs, value }) =>
      control === 'respawn' && value !== 0 && timeMs >= 0 ? [timeMs] : [],
    ),
  };
}

function deviceOf(events: readonly InputEvent[]): Device {
  const positions = events.filter(({ control, value }) => control === 'steer' && isBetweenEnds(value));
  if (positions.length >= minPositions) return 'analogue';
  return events.some(({ control }) => control === 'steer') ? 'few-positions' : 'keys';
}

const isBetweenEnds = (value: number): boolean => value !== 0 && Math.abs(value) < AXIS_FULL;

/** Keys and axes held. Of keys and axes, the one that changed last counts; of both directions, left. */
class State {
  readonly #held = new Map<Control, number>();
  #steerBy: 'keys' | 'axis' = 'keys';
  #gasBy: 'keys' | 'axis' = 'keys';

  apply({ control, value }: InputEvent): void {
    this.#held.set(control, value);
    if (control === 'steer') this.#steerBy = 'axis';
    if (control === 'left' || control === 'right') this.#steerBy = 'keys';
    if (control === 'gas') this.#gasBy = 'axis';
    if (control === 'accelerate') this.#gasBy = 'keys';
  }

  #value(control: Control): number {
    return this.#held.get(control) ?? 0;
  }

  get steer(): number {
    if (this.#steerBy === 'axis') return this.#value('steer');
    if (this.#value('left') !== 0) return -AXIS_FULL;
    return this.#value('right') !== 0 ? AXIS_FULL : 0;
  }

  get gas(): number {
    return this.#gasBy === 'axis' ? Math.max(0, this.#value('gas')) : AXIS_FULL * this.#value('accelerate');
  }

  get brake(): number {
    return AXIS_FULL * this.#value('brake');
  }
}

/** Collects the changes of one value. */
class Line {
  readonly #durationMs: number;
  readonly #timesMs = [0];
  readonly #values = [0];

  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  add(timeMs: number, value: number): void {
    if (timeMs > this.#durationMs) return;
    if (timeMs < 0) {
      this.#values[0] = value;
    } else if (value !== this.#values.at(-1)) {
      this.#timesMs.push(timeMs);
      this.#values.push(value);
    }
  }

  steps(): Steps {
    return { timesMs: this.#timesMs, values: this.#values };
  }
}

/** A key that was held before the start is pressed from 0; one still held at the end until the end. */
function pressesOf(events: readonly InputEvent[], key: Key, durationMs: number): Press[] {
  const presses: Press[] = [];
  let fromMs: number | null = null;
  const close = (toMs: number) => {
    if (fromMs !== null && toMs >= 0 && fromMs <= durationMs)
      presses.push({ fromMs: Math.max(0, fromMs), toMs: Math.min(toMs, durationMs) });
    fromMs = null;
  };
  for (const { control, timeMs, value } of events) {
    if (control !== key) continue;
    if (value === 0) close(timeMs);
    else fromMs ??= timeMs;
  }
  close(durationMs);
  return presses;
}

/** The value in force at a time. */
export function valueAt({ timesMs, values }: Steps, timeMs: number): number {
  let low = 0;
  let high = timesMs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((timesMs[middle] ?? 0) <= timeMs) low = middle;
    else high = middle - 1;
  }
  return values[low] ?? 0;
}
