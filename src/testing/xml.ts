/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** the text directly in it */
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Parses a document strictly: anything that is not well-formed XML 1.0 throws. Comments, CDATA and doctypes are not used here. */
export function parseXml(source: string): XmlElement {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML does not allow
  const refused = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.exec(source);
  if (refused) throw new Error(`A character that XML does not allow at ${refused.index}.`);
  if (!source.isWellFormed()) throw new Error('An unpaired surrogate.');
  const declaration = /^<\?xml version="1\.0" encoding="utf-8"\?>\n/.exec(source);
  if (!declaration) throw new Error('No XML declaration.');
  let at = declaration[0].length;

  const fail = (why: string): never => {
    throw new Error(`${why} at ${at}: ${source.slice(at, at + 60)}`);
  };
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = at;
    const found = sticky.exec(source);
    if (found) at = sticky.lastIndex;
    return found;
  };
  const decoded = (raw: string): string =>
    raw.replace(/&([^;]*);?/g, (whole, name: string) => {
      const text = name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : entities[name];
      return text !== undefined && whole.endsWith(';') ? text : fail(`The entity ${whole}`);
    });

  function element(): XmlElement {
    const name = take(/<([A-Za-z_][\w:.-]*)/)?.[1] ?? fail('No element');
    const attributes: Record<string, string> = {};
    for (let found = take(/\s+([A-Za-z_][\w:.-]*)="([^"<]*)"/); found; ) {
      const [, key = '', value = ''] = found;
      if (Object.hasOwn(attributes, key)) fail(`${key} twice`);
      attributes[key] = decoded(value);
      found = take(/\s+([A-Za-z_][\w:.-]*)="([^"<]*)"/);
    }
    if (take(/\s*\/>/)) return { name, attributes, children: [], text: '' };
    if (!take(/\s*>/)) fail('An element that does not close');
    const children: XmlElement[] = [];
    let text = '';
    for (;;) {
      text += decoded(take(/[^<]+/)?.[0] ?? '');
      const end = take(/<\/([A-Za-z_][\w:.-]*)\s*>/);
      if (end) return end[1] === name ? { name, attributes, children, text } : fail(`The end of ${name}`);
      children.push(element());
    }
  }

  const root = element();
  take(/\s+/);
  if (at < source.length) fail('Something after the root element');
  return root;
}

/** The children with this name. */
export const childrenOf = (parent: XmlElement, name: string): XmlElement[] =>
  parent.children.filter((child) => child.name === name);

/** The text of the only child with this name. */
export function textOf(parent: XmlElement, name: string): string {
  const [child, ...more] = childrenOf(parent, name);
  if (!child || more.length > 0) throw new Error(`${parent.name} has not exactly one ${name}.`);
  return child.text;
}
