import { CHANGE_BYTES } from './run-measure.ts';

/** What two runs have in common. */
export type SharedInputs = {
  /** Changes with the same time, control and value in both. */
  readonly same: number;
  /** Changes of the run with fewer of them. */
  readonly of: number;
  /** The longest sequence of changes with equal values and gaps, wherever it begins in either run. */
  readonly longestRun: number;
};

/** Compares the changes of one run (`runChanges`) with those of others. Takes time in proportion to their number. */
export function sharedInputs(own: Uint8Array, others: readonly Uint8Array[]): SharedInputs[] {
  const ownTimes = keysOf(own, 'times');
  const times = new Set(ownTimes);
  const sequences = new Automaton(keysOf(own, 'gaps'));
  return others.map((other) => {
    const otherTimes = keysOf(other, 'times');
    return {
      same: otherTimes.filter((key) => times.has(key)).length,
      of: Math.min(ownTimes.length, otherTimes.length),
      longestRun: sequences.longestIn(keysOf(other, 'gaps')),
    };
  });
}

/** A value with its control takes 20 bits; times of a day take 27, so a number holds both exactly. */
const codedRange = 2 ** 20;

/** A number for each change: of its value and its time, or the time since the change before. */
function keysOf(changes: Uint8Array, by: 'times' | 'gaps'): number[] {
  const view = new DataView(changes.buffer, changes.byteOffset, changes.byteLength);
  const keys: number[] = [];
  let before = 0;
  for (let at = 0; at + CHANGE_BYTES <= changes.byteLength; at += CHANGE_BYTES) {
    const timeMs = view.getInt32(at, true);
    const since = by === 'times' ? timeMs : at === 0 ? 0 : timeMs - before;
    keys.push(since * codedRange + view.getInt32(at + 4, true));
    before = timeMs;
  }
  return keys;
}

type State = { readonly next: Map<number, number>; link: number; readonly length: number };

/** The suffix automaton of a sequence, which finds the longest part that another sequence shares in a single pass. */
class Automaton {
  readonly #states: State[] = [{ next: new Map(), link: -1, length: 0 }];
  #last = 0;

  constructor(sequence: readonly number[]) {
    for (const key of sequence) this.#append(key);
  }

  longestIn(sequence: readonly number[]): number {
    let [at, length, longest] = [0, 0, 0];
    for (const key of sequence) {
      while (at !== 0 && !this.#state(at).next.has(key)) {
        at = this.#state(at).link;
        length = this.#state(at).length;
      }
      const next = this.#state(at).next.get(key);
      if (next !== undefined) [at, length] = [next, length + 1];
      longest = Math.max(longest, length);
    }
    return longest;
  }

  #state(index: number): State {
    return this.#states[index] as State; // indices come from #add
  }

  #add(state: State): number {
    return this.#states.push(state) - 1;
  }

  #append(key: number): void {
    const added = this.#add({ next: new Map(), link: 0, length: this.#state(this.#last).length + 1 });
    let at = this.#last;
    this.#last = added;
    while (at !== -1 && !this.#state(at).next.has(key)) {
      this.#state(at).next.set(key, added);
      at = this.#state(at).link;
    }
    const known = at === -1 ? undefined : this.#state(at).next.get(key);
    if (known === undefined) return;
    const length = this.#state(at).length + 1;
    if (this.#state(known).length === length) {
      this.#state(added).link = known;
      return;
    }
    const copy = this.#add({ next: new Map(this.#state(known).next), link: this.#state(known).link, length });
    while (at !== -1 && this.#state(at).next.get(key) === known) {
      this.#state(at).next.set(key, copy);
      at = this.#state(at).link;
    }
    this.#state(known).link = copy;
    this.#state(added).link = copy;
  }
}
