import { attributeOf, elementsOf, type HtmlElement, hasClass, parseHtml, textOf } from '#testing/html.ts';
import { patternOf } from '../page-html/forms.ts';
import type { Script } from './people.ts';

/** A link that leads nowhere, or to an empty list. */
export interface DeadLink {
  readonly href: string;
  /** the page that contains it, and its text */
  readonly from: string;
  readonly label: string;
  readonly why: string;
}

interface Found {
  readonly href: string;
  readonly from: string;
  readonly label: string;
}

/** Requests for files are counted, and some of these leave the site. */
const isFile = (path: string) =>
  /^\/(trackgbx|recordgbx|trackreplays|trackpackdl|maniacode|trackplay|_astro)\b|\.(zip|jpg|txt)(\?|$)/.test(
    path,
  );

/** Other pages and orders of a list: it is the same list. */
const isPlaceInList = (name: string) => /(^|\.)(from|dm|order|view|count|p|at)$/.test(name);

/** What links have in common that lead to the same kind of page: all but numbers, keys and places in lists. A search is its own kind. */
export function kindOf(href: string): string {
  const { searchParams } = new URL(href, 'http://localhost');
  const parameters = [...searchParams].filter(([name]) => !isPlaceInList(name));
  const named = parameters.map(([name, value]) =>
    name === 'query' || name === 'show' ? `${name}=${value}` : name,
  );
  return [patternOf(href), ...named.sort()].join(' ');
}

/** For other roles, or filled by a script. */
function isHidden(element: HtmlElement): boolean {
  if (attributeOf(element, 'hidden') !== undefined) return true;
  const { parentNode } = element;
  return parentNode !== null && 'tagName' in parentNode && isHidden(parentNode);
}

/** The links of a page to this site. */
function linksOf(html: string, from: string, origin: string): Found[] {
  const links = elementsOf(parseHtml(html)).filter(({ tagName }) => tagName === 'a');
  return links.flatMap((link) => {
    const href = attributeOf(link, 'href');
    if (href === undefined || !URL.canParse(href, origin + from) || isHidden(link)) return [];
    const url = new URL(href, origin + from);
    const label = (attributeOf(link, 'aria-label') ?? textOf(link)).trim().slice(0, 60);
    return url.origin === origin ? [{ href: url.pathname + url.search, from, label }] : [];
  });
}

/** Whether the page is a search, or a page of one list, without a row. */
function isEmptyList(html: string): boolean {
  const main = elementsOf(parseHtml(html)).find(({ tagName }) => tagName === 'main');
  const inside = main ? elementsOf(main) : [];
  return inside.some(hasClass('search')) && inside.some(hasClass('empty')) && !inside.some(hasClass('list'));
}

/**
 * Follows every kind of link from the front page on, by the HTML of the server alone, as this viewer sees it. Searches in `known` are not
 * made again; those that were are added. Returns what leads nowhere, or to an empty list.
 */
export async function deadLinks(viewer: Script, known: Set<string>): Promise<DeadLink[]> {
  const dead: DeadLink[] = [];
  const waiting: Found[] = [{ href: '/', from: '', label: '' }];
  const seen = new Set<string>();
  for (const link of waiting) {
    const { href } = link;
    const { status, headers, text } = await viewer.send(href, 'GET', undefined, 'text/html');
    if (status >= 400) dead.push({ ...link, why: String(status) });
    if (status !== 200 && !headers.location) continue;
    const isPage = headers['content-type']?.startsWith('text/html') === true;
    if (isPage && isEmptyList(text)) dead.push({ ...link, why: 'an empty list' });
    const target = headers.location ?? '';
    const next = isPage ? linksOf(text, href, viewer.origin) : [];
    if (target.startsWith('/')) next.push({ ...link, href: target });
    for (const found of next) {
      const kind = kindOf(found.href);
      if (seen.has(kind) || known.has(kind) || isFile(found.href)) continue;
      seen.add(kind);
      // a list is the same for everyone; other pages contain links that only some see
      if (kind.includes(' ')) known.add(kind);
      waiting.push(found);
    }
  }
  return dead;
}
