/** Text inside an element or an attribute in double quotes. */
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);

/**
 * HTML of our own renderer with absolute addresses: feeds are read elsewhere. The renderer writes quotes only around attributes, so
 * text never matches; `//host` is an address of another site.
 */
export const withOrigin = (html: string, origin: string): string =>
  html.replace(/ (href|src)="\/(?!\/)/g, (_, name: string) => ` ${name}="${origin}/`);

/** A paragraph of facts; empty facts are left out. */
export const factsHtml = (facts: readonly (string | null)[]): string =>
  `<p>${facts
    .filter((fact) => fact !== null && fact !== '')
    .map((fact) => escapeHtml(String(fact)))
    .join(' · ')}</p>`;

/** A picture with a link to its page. */
export const pictureHtml = (href: string, src: string, width: number, height: number): string =>
  `<p><a href="${escapeHtml(href)}"><img src="${escapeHtml(src)}" alt="" width="${width}" height="${height}"></a></p>`;
