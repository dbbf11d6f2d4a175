/** A token of HTML from a strict writer; `stray` is a `<` or `>` outside a well-formed tag. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'stray'; readonly text: string };

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?: [a-z][a-z-]*="[^"<>]*")*)>|([^<>]+)|([<>])/g;

/**
 * Tokenizes HTML for tests: lower-case tags, one space before each attribute, values in double quotes without angle
 * brackets. Anything else is a stray, so a test that allows none proves that nothing was injected.
 */
export function tokenizeHtml(html: string): HtmlToken[] {
  return Array.from(html.matchAll(TOKEN), ([, slash, name, attributes = '', text, stray]): HtmlToken => {
    if (text !== undefined) return { kind: 'text', text: decode(text) };
    if (name === undefined) return { kind: 'stray', text: stray ?? '' };
    if (slash) return { kind: 'close', name };
    const pairs = Array.from(
      attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g),
      ([, key = '', value = '']) => [key, decode(value)] as const,
    );
    return { kind: 'open', name, attributes: new Map(pairs) };
  });
}

const LETTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return LETTERS[name] ?? whole;
  });
}
