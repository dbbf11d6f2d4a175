import { withoutTrailing } from '#lib/codes/text.ts';

/** The Atom feed of a page. */
export interface FeedLink {
  readonly href: string;
  readonly title: string;
}

/** How a link to a page looks on other sites, in games and messengers. */
export interface Shared {
  /** of the Open Graph protocol; by default a website */
  readonly kind?: 'article' | 'profile' | 'video.other';
  /** path of a drawn picture of 1200 × 630; by default that of the edition */
  readonly card?: string;
  /** what the picture shows */
  readonly alt?: string;
  /** false: a page that only some people can see has no picture and no canonical address. @default true */
  readonly isPublic?: boolean;
  /** path and query of its canonical address, where a parameter changes what the page is about. @default see canonicalPath */
  readonly canonical?: string;
  /** other sites may embed it by oEmbed */
  readonly embeds?: boolean;
}

/** Parameters that make another page of an address; all others are about how it is shown, or are secrets. */
const meaningful: ReadonlySet<string> = new Set(['query', 'board', 'p', 'lbid', 'lbenv']);

/** The canonical address of a page: in one spelling, with those parameters that change what the page is about. */
export function canonicalPath(url: Pick<URL, 'pathname' | 'searchParams'>): string {
  const path = (withoutTrailing(url.pathname, '/') || '/').toLowerCase();
  const parameters = new URLSearchParams(
    [...url.searchParams].filter(
      ([name, value]) => meaningful.has(name) && value !== '' && !(name === 'p' && value === '1'),
    ),
  );
  parameters.sort();
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}
