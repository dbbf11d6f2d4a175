import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  attributeOf,
  attributesOf,
  elementsOf,
  type HtmlElement,
  hasClass,
  parseHtml,
  textOf,
} from './html.ts';

interface Response {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * What in a page could run, load or lead to something foreign, as sentences: what a browser would run or its content
 * policy would block. Empty if only the code of the build can run. `origin` is the page's own.
 */
export function foreignIn(page: Response, origin: string): string[] {
  const readings = [true, false].map((runsScripts) =>
    elementsOf(parseHtml(page.text, { runsScripts })).filter(({ tagName }) => tagName !== 'noscript'),
  );
  return [...new Set(readings.flatMap((elements) => foreignAmong(elements, page, origin)))];
}

/** The main part of a page; undefined if it has none. */
export const mainOf = (html: string): HtmlElement | undefined =>
  elementsOf(parseHtml(html)).find(({ tagName }) => tagName === 'main');

function foreignAmong(elements: readonly HtmlElement[], page: Response, origin: string): string[] {
  const policy = policyOf(elements, page);
  const main = elements.filter(({ tagName }) => tagName === 'main').flatMap(elementsOf);
  const written = main.filter(hasClass('prose')).flatMap(elementsOf);
  return [
    ...elements.flatMap((element) => inert(element, policy)),
    ...elements.flatMap((element) => loads(element, origin)),
    ...main.filter(isContainer).map((element) => `element ${element.tagName} in main`),
    ...main.flatMap(leads),
    ...written.filter(({ tagName }) => tagName in neverWritten).map(({ tagName }) => `${tagName} in a text`),
  ];
}

/** The content policy of the header and of the page itself. */
export function policyOf(elements: readonly HtmlElement[], { headers }: Response): string {
  const own = elements
    .filter((element) => /^content-security-policy$/i.test(attributeOf(element, 'http-equiv') ?? ''))
    .map((element) => attributeOf(element, 'content'));
  return [headers['content-security-policy'], ...own].filter(Boolean).join('; ');
}

const isContainer = (element: HtmlElement): boolean =>
  ['iframe', 'frame', 'object', 'embed', 'applet', 'base'].includes(element.tagName) ||
  (element.tagName === 'meta' && attributeOf(element, 'http-equiv') !== undefined);

/** BB-code makes none of these. */
const neverWritten: Readonly<Record<string, true>> = {
  script: true,
  style: true,
  link: true,
  form: true,
  input: true,
  textarea: true,
  svg: true,
  math: true,
};

/** Handlers, styles and inline code other than the build's, whose hashes are in the policy. */
function inert(element: HtmlElement, policy: string): string[] {
  const { tagName } = element;
  const attributes = attributesOf(element)
    .filter(([name]) => name.startsWith('on') || name === 'style' || name === 'srcdoc')
    .map(([name]) => `attribute ${name} on ${tagName}`);
  const isCode =
    tagName === 'style' ||
    (tagName === 'script' &&
      attributeOf(element, 'src') === undefined &&
      /^(|module|(text|application)\/(java|ecma)script)$/i.test(attributeOf(element, 'type') ?? ''));
  if (!isCode) return attributes;
  const hash = createHash('sha256').update(textOf(element)).digest('base64');
  return policy.includes(`'sha256-${hash}'`)
    ? attributes
    : [...attributes, `${tagName} that the policy refuses: ${textOf(element).slice(0, 80)}`];
}

const loadedBy = ['src', 'srcset', 'poster', 'data', 'background'];
const loadedLinks = /\b(stylesheet|icon|preload|modulepreload|prefetch|manifest)\b/i;

/** Scripts from the build, and the one that chooses day or night before the first paint. */
const ownScript = /^\/(?:_astro\/|mode\.js$)/;

/** Addresses that are requested without being followed: all of this host, scripts from the build. */
function loads(element: HtmlElement, origin: string): string[] {
  const { tagName } = element;
  const isLoadedLink = tagName === 'link' && loadedLinks.test(attributeOf(element, 'rel') ?? '');
  return attributesOf(element)
    .filter(([name]) => loadedBy.includes(name) || (name === 'href' && isLoadedLink))
    .filter(([, value]) => {
      const address = URL.parse(value.trim(), origin);
      if (tagName === 'script') return address?.origin !== origin || !ownScript.test(value);
      return address?.origin !== origin && address?.protocol !== 'data:';
    })
    .map(([name, value]) => `${tagName} loads ${name} ${value.slice(0, 120)}`);
}

const followed = /^(https?:|\/|#|\?|tmtp:|mailto:|$)/i;

/** Addresses that are followed when clicked. */
const leads = (element: HtmlElement): string[] =>
  attributesOf(element)
    .filter(([name, value]) => /^(xlink:)?href$|^(form)?action$/.test(name) && !followed.test(value))
    .map(([name, value]) => `${element.tagName} leads by ${name} to ${value.slice(0, 120)}`);
