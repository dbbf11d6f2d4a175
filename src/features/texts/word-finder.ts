/** A word to be found: its letters, and whether more letters may follow. */
export interface SoughtWord {
  readonly letters: string;
  readonly isBeginning: boolean;
}

/** A state of the automaton: the letters read last that begin a word. */
interface State {
  readonly next: Map<string, State>;
  readonly length: number;
  /** the state with most of the same last letters */
  fallback: State | null;
  /** places in the list of the words with exactly these letters */
  readonly whole: number[];
  readonly beginnings: number[];
  /** the longest other word with the same last letters */
  shorter: State | null;
}

const newState = (length: number): State => ({
  next: new Map(),
  length,
  fallback: null,
  whole: [],
  beginnings: [],
  shorter: null,
});

const isWord = ({ whole, beginnings }: State): boolean => whole.length + beginnings.length > 0;

/**
 * Finds any number of words in one pass over a text, with the automaton of Aho and Corasick. It counts a word only where a text
 * has no letter, digit or mark before and after it; after a beginning there may be more.
 */
export class WordFinder {
  readonly #start = newState(0);

  constructor(words: readonly SoughtWord[]) {
    for (const [place, { letters, isBeginning }] of words.entries()) {
      if (letters === '') continue;
      let state = this.#start;
      for (let at = 0; at < letters.length; at += 1) {
        const letter = letters.charAt(at);
        const next = state.next.get(letter) ?? newState(at + 1);
        state.next.set(letter, next);
        state = next;
      }
      (isBeginning ? state.beginnings : state.whole).push(place);
    }
    this.#connect();
  }

  /** Sets the fallbacks of all states, the shortest first. */
  #connect(): void {
    const states = [this.#start];
    for (const state of states)
      for (const [letter, next] of state.next) {
        next.fallback = state === this.#start ? this.#start : this.#after(state.fallback, letter);
        next.shorter = isWord(next.fallback) ? next.fallback : next.fallback.shorter;
        states.push(next);
      }
  }

  /** The state after one more letter. */
  #after(state: State | null, letter: string): State {
    for (let at = state; at; at = at.fallback) {
      const next = at.next.get(letter);
      if (next) return next;
    }
    return this.#start;
  }

  /** Adds the places of the words in this text to `found`. */
  addFound(text: string, found: Set<number>): void {
    const edges = edgesOf(text);
    let state = this.#start;
    for (let at = 0; at < text.length; at += 1) {
      state = this.#after(state, text.charAt(at));
      for (let word = isWord(state) ? state : state.shorter; word; word = word.shorter) {
        if (edges[at + 1 - word.length] === 0) continue;
        for (const place of word.beginnings) found.add(place);
        if (edges[at + 1] === 1) for (const place of word.whole) found.add(place);
      }
    }
  }
}

/** 1 for each position that is not between two letters, digits or marks. */
function edgesOf(text: string): Uint8Array {
  const edges = new Uint8Array(text.length + 1).fill(1);
  for (const { index, 0: letters } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    edges.fill(0, index + 1, index + letters.length);
  return edges;
}
