/** What happens to the text of a field: `insert` takes the place of `from` to `to`, then `select` is selected. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly select: readonly [from: number, to: number];
}

/** Puts tags around what is selected, or takes them off when they are there already. */
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

/** Every selected line becomes an item. */
export function listSelection(text: string, [start, end]: readonly [number, number]): TextEdit {
  const items = text.slice(start, end).split('\n');
  const insert = `[list]\n${items.map((item) => `[*]${item}`).join('\n')}\n[/list]`;
  const cursor = start + insert.length - '\n[/list]'.length;
  return { from: start, to: end, insert, select: [cursor, cursor] };
}

/** An address becomes a link to itself; other words become a link whose address is asked for next. */
export function linkSelection(text: string, [start, end]: readonly [number, number]): TextEdit {
  const inner = text.slice(start, end);
  if (/^(https?:\/\/|www\.)\S+$/i.test(inner)) return wrapSelection(text, [start, end], ['[url]', '[/url]']);
  const at = start + '[url='.length;
  return { from: start, to: end, insert: `[url=]${inner}[/url]`, select: [at, at] };
}

/** A smiley stands apart from words, or it would not be one. */
export function insertSmiley(text: string, [start, end]: readonly [number, number], code: string): TextEdit {
  const apart = (letter: string) => letter === '' || /\s/.test(letter);
  const insert = `${apart(text.charAt(start - 1)) ? '' : ' '}${code}${apart(text.charAt(end)) && end < text.length ? '' : ' '}`;
  const at = start + insert.length;
  return { from: start, to: end, insert, select: [at, at] };
}
