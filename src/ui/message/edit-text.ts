/** A change of a field's text: `insert` replaces `from` to `to`, then `select` is selected. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly select: readonly [from: number, to: number];
}

/** Wraps the selection in tags, or removes them if it is already wrapped. */
export function wrapSelection(
  text: string,
  [start, end]: readonly [number, number],
  [before, after]: readonly [string, string],
): TextEdit {
  const isWrapped =
    text.slice(Math.max(0, start - before.length), start) === before &&
    text.slice(end, end + after.length) === after;
  const inner = text.slice(start, end);
  if (isWrapped) {
    const from = start - before.length;
    return { from, to: end + after.length, insert: inner, select: [from, from + inner.length] };
  }
  const at = start + before.length;
  return { from: start, to: end, insert: before + inner + after, select: [at, at + inner.length] };
}

/** Turns every selected line into an item. */
export function listSelection(text: string, [start, end]: readonly [number, number]): TextEdit {
  const items = text.slice(start, end).split('\n');
  const insert = `[list]\n${items.map((item) => `[*]${item}`).join('\n')}\n[/list]`;
  const cursor = start + insert.length - '\n[/list]'.length;
  return { from: start, to: end, insert, select: [cursor, cursor] };
}

/** Turns an address into a link to itself, and other text into a link with the address to be typed next. */
export function linkSelection(text: string, [start, end]: readonly [number, number]): TextEdit {
  const inner = text.slice(start, end);
  if (/^(https?:\/\/|www\.)\S+$/i.test(inner)) return wrapSelection(text, [start, end], ['[url]', '[/url]']);
  const at = start + '[url='.length;
  return { from: start, to: end, insert: `[url=]${inner}[/url]`, select: [at, at] };
}

/** Inserts a smiley, separated from words so that it is recognised. */
export function insertSmiley(text: string, [start, end]: readonly [number, number], code: string): TextEdit {
  const apart = (letter: string) => letter === '' || /\s/.test(letter);
  const insert = `${apart(text.charAt(start - 1)) ? '' : ' '}${code}${apart(text.charAt(end)) && end < text.length ? '' : ' '}`;
  const at = start + insert.length;
  return { from: start, to: end, insert, select: [at, at] };
}
