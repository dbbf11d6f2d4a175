/** Hashes of a drawing and of a replay, and the view of the drawing. */
export interface DrawnRun {
  readonly hero: string;
  readonly view: readonly number[];
  readonly replay: string;
}

/** What a card shows. Its version is derived from it, so that a change makes another address. */
export interface CardFacts {
  readonly kind: 'track' | 'pack' | 'user' | 'edition' | 'duel' | 'replay';
  /** 0 for the edition; duels and replays have that of their track */
  readonly id: number;
  readonly name: string;
  /** instead of a name that the typeface cannot write */
  readonly fallback: string;
  /** a line below the name */
  readonly by: string;
  /** the one number the card is about, and what it is */
  readonly number: string | null;
  readonly label: string | null;
  readonly facts: readonly string[];
  /** stored pictures: one, or four as a mosaic */
  readonly pictures: readonly string[];
  /** instead of them: a run over the drawing of its track */
  readonly line?: DrawnRun | null;
  /** the name of the site and the edition */
  readonly site: string;
}

/** Cards of duels and replays are not stored: there are as many as replays, and pairs of them. */
export type StoredCard = CardFacts & { readonly kind: Exclude<CardFacts['kind'], 'duel' | 'replay'> };

export const cardWidth = 1200;
export const cardHeight = 630;

/** Widths that a card is stored and can be requested in, the largest first. */
export const cardWidths = [1200, 600, 300] as const;

export const cardHeightAt = (width: number): number => Math.round((width * cardHeight) / cardWidth);
