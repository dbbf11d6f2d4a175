/** Characters that XML 1.0 cannot contain, even escaped: most control characters, unpaired surrogates and two non-characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are removed
const impossible = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for an element or an attribute in quotes of an XML document. Characters that XML cannot contain are removed. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(impossible, '')
    .replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
    // otherwise parsers read a carriage return as a line break
    .replaceAll('\r', '&#13;');

/** The first line of an XML document. */
export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>\n';

type Attributes = Readonly<Record<string, string | null>>;

/** An element with text. Attributes that are null are left out. */
export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return `<${name}${written(attributes)}>${escapeXml(text)}</${name}>`;
}

/** An element without content. */
export const emptyElement = (name: string, attributes: Attributes): string =>
  `<${name}${written(attributes)}/>`;

const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escapeXml(value)}"`))
    .join('');
