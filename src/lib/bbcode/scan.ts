/** A piece of a message: text, or something shaped like a tag. `tag` is lower case, `raw` as typed, `at` its place in the message. */
export type Piece =
  | { readonly kind: 'text'; readonly raw: string }
  | {
      readonly kind: 'open';
      readonly tag: string;
      readonly argument: string | null;
      readonly raw: string;
      readonly at: number;
    }
  | { readonly kind: 'close'; readonly tag: string; readonly raw: string; readonly at: number };

/** Reads a message piece by piece; each character is read a bounded number of times. */
export interface Scanner {
  /** The next piece, null at the end. */
  next(): Piece | null;
  /** Returns and consumes the text up to the next `[/tag]` and that tag; null without consuming anything if there is none. */
  takeUntilClose(tag: string): string | null;
  /** Returns to where the last `next()` stopped, undoing a `takeUntilClose`. */
  rewind(): void;
}

/**
 * `[name]`, `[name=value]`, `[name="value"]`, `[/name]`, `[*]`. A bare value contains no brackets, so a failed match ends at
 * the next bracket and the scan stays linear.
 */
const TAG = /\[(\/?)([a-z][a-z0-9]*|\*)(?:=(?:"([^"\n]*)"|([^[\]\n]*)))?\]/gi;

/** Starts scanning a message. Never fails: anything not shaped like a tag is text. */
export function scanMessage(source: string): Scanner {
  const tags = new RegExp(TAG);
  const closings = new Map<string, { at: number; end: number }>();
  let at = 0;
  let stopped = 0;
  let ahead: RegExpExecArray | null = null;

  /** Caches the position of the next closing tag, so that a repeated tag without one costs a single search. */
  const nextClosing = (tag: string): { at: number; end: number } => {
    const known = closings.get(tag);
    if (known && known.at >= at) return known;
    const search = new RegExp(`\\[/${tag}\\]`, 'gi');
    search.lastIndex = at;
    const found = search.exec(source);
    const closing = found
      ? { at: found.index, end: search.lastIndex }
      : { at: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };
    closings.set(tag, closing);
    return closing;
  };

  return {
    next() {
      if (at >= source.length) return null;
      if (!ahead || ahead.index < at) {
        tags.lastIndex = at;
        ahead = tags.exec(source);
      }
      const start = at;
      if (!ahead || ahead.index > at) {
        at = ahead ? ahead.index : source.length;
        stopped = at;
        return { kind: 'text', raw: source.slice(start, at) };
      }
      const [raw, slash, name = '', quoted, bare] = ahead;
      at += raw.length;
      stopped = at;
      const tag = name.toLowerCase();
      if (slash) return { kind: 'close', tag, raw, at: start };
      return { kind: 'open', tag, argument: quoted ?? bare ?? null, raw, at: start };
    },
    takeUntilClose(tag) {
      const closing = nextClosing(tag);
      if (closing.at === Number.POSITIVE_INFINITY) return null;
      const body = source.slice(at, closing.at);
      at = closing.end;
      return body;
    },
    rewind() {
      at = stopped;
    },
  };
}
