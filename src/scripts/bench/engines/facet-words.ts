import { facetOf } from '#features/tracks/list/server/track-facets.ts';

/** Kinds of facets with a value for each user. */
const ofUsers = (['uploader', 'author', 'invited'] as const).map((kind) => facetOf(kind, 0));
const span = facetOf('car', 0) - facetOf('environment', 0);
/** A word is an integer that JavaScript and SQL can hold. */
const bitsPerWord = 48;

/** The columns with the bits of a row's facets. */
export const wordCount = 2;

/** A bit of a word. */
interface Place {
  readonly word: number;
  readonly bit: number;
}

/**
 * How engines with tables store facets: those of which there are few, such as tags, as bits of integers, so that an index can contain
 * all of them; each user's in a table of facets and ids.
 */
export class FacetWords {
  readonly #places = new Map<number, Place>();
  /** how many rows have each facet */
  readonly counts = new Map<number, number>();

  /** null: a facet of a user */
  placeOf(facet: number): Place | null {
    if (ofUsers.some((start) => facet >= start && facet < start + span)) return null;
    const known = this.#places.get(facet);
    if (known) return known;
    const number = this.#places.size;
    if (number >= wordCount * bitsPerWord) throw new RangeError('There are more facets than bits.');
    const place = { word: Math.floor(number / bitsPerWord), bit: 2 ** (number % bitsPerWord) };
    this.#places.set(facet, place);
    return place;
  }

  /** The words of a row, and its facets of users. */
  divide(facets: readonly number[]): { words: number[]; users: number[] } {
    const words = Array.from({ length: wordCount }, () => 0);
    const users: number[] = [];
    for (const facet of new Set(facets)) {
      const place = this.placeOf(facet);
      if (place) words[place.word] = (words[place.word] ?? 0) + place.bit;
      else users.push(facet);
    }
    return { words, users };
  }

  /** Adds a row to the counts. */
  count(facets: readonly number[]): void {
    for (const facet of new Set(facets)) this.counts.set(facet, (this.counts.get(facet) ?? 0) + 1);
  }

  /** Facets with a bit that fewer rows have than this. */
  rare(most: number): [facet: number, place: Place][] {
    return [...this.#places].filter(([facet]) => (this.counts.get(facet) ?? 0) <= most);
  }
}
