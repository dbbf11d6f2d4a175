/** A write by which users contribute something, so that they may have earned an achievement. */
export interface Contribution {
  readonly occasion: 'tracks' | 'comments' | 'posts' | 'videos';
  /** the part of the address that names a track, if it or its authors may have earned something */
  readonly trackPart?: string;
}

/** By the key of their route. */
export type Contributions = Readonly<Record<string, Contribution>>;
