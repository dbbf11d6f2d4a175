/**
 * How much of a message is parsed as BB-code: `characters`, opening `tags`, nesting `depth`, nested `quotes`, `images` and
 * `smileys`. Anything beyond is shown as typed.
 */
export interface Limits {
  readonly characters: number;
  readonly tags: number;
  readonly depth: number;
  readonly quotes: number;
  readonly images: number;
  readonly smileys: number;
}

/** The limits of every message on the site. */
export const MESSAGE_LIMITS: Limits = {
  characters: 20_000,
  tags: 200,
  depth: 10,
  quotes: 3,
  images: 20,
  smileys: 200,
};
