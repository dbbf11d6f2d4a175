/** A tag of a header's XML with its attributes, entities decoded. */
export type Tag = { readonly name: string; readonly attributes: ReadonlyMap<string, string> };

const ENTITIES = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
  ['&quot;', '"'],
  ['&apos;', "'"],
]);

/** Letters of tag and attribute names; sticky, so that it tests one position only. */
const WORD = /[A-Za-z]+/y;

/**
 * The tags of a header's XML in order; closing tags, text and everything else is skipped. A linear scanner rather than an
 * XML parser: real headers are a row of tags, and a declared entity must never be expanded. It never fails, because
 * everything that matters is also in the binary header.
 */
export function readTags(xml: string): Tag[] {
  const tags: Tag[] = [];
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    at++;
    const name = wordAt(xml, at);
    if (name === null) continue;
    at += name.length;
    const attributes = new Map<string, string>();
    for (;;) {
      while (xml[at] === ' ') at++;
      const key = wordAt(xml, at);
      if (key === null || !xml.startsWith('="', at + key.length)) break;
      const from = at + key.length + 2;
      const to = xml.indexOf('"', from);
      // No closing quote in the rest, so no further attribute either.
      if (to < 0) return tags;
      attributes.set(key, decode(xml.slice(from, to)));
      at = to + 1;
    }
    tags.push({ name, attributes });
  }
  return tags;
}

function wordAt(xml: string, at: number): string | null {
  WORD.lastIndex = at;
  return WORD.exec(xml)?.[0] ?? null;
}

function decode(value: string): string {
  return value.includes('&') ? value.replace(/&[a-z]+;/g, (entity) => ENTITIES.get(entity) ?? entity) : value;
}

/** An attribute that should be a whole number: undefined if absent, null for -1, the text itself if it is not a number. */
export function statedNumber(tag: Tag | undefined, attribute: string): number | string | null | undefined {
  const text = tag?.attributes.get(attribute);
  if (text === undefined) return undefined;
  return text === '-1' ? null : (numberOf(tag, attribute) ?? text);
}

/** An attribute as a whole number; null if absent, -1 or not a number. */
export function numberOf(tag: Tag | undefined, attribute: string): number | null {
  const text = tag?.attributes.get(attribute);
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : null;
}
