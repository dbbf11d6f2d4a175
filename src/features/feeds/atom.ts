import { usualSiteName } from '#lib/switches/model.ts';
import { emptyElement, textElement, xmlDeclaration } from '#lib/xml/escape.ts';

/** The author of an entry. */
export interface FeedAuthor {
  readonly name: string;
  /** absolute */
  readonly uri: string | null;
}

/** An entry of a feed. */
export interface FeedEntry {
  /** a tag URI (RFC 4151) that never changes */
  readonly id: string;
  readonly title: string;
  /** absolute address of its page */
  readonly href: string;
  readonly published: Date;
  /** of the last change that readers should notice */
  readonly updated: Date;
  readonly authors: readonly FeedAuthor[];
  /** kinds of entry, where a feed has several */
  readonly category: string | null;
  /** safe HTML with absolute addresses */
  readonly html: string;
}

/** An Atom feed (RFC 4287). */
export interface Feed {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  /** absolute address of the page with the same content */
  readonly href: string;
  /** absolute address of the feed itself */
  readonly self: string;
  readonly entries: readonly FeedEntry[];
}

/** At most this many entries are in a feed. */
export const maxEntries = 40;

/** The date of a feed without entries, and of the authority in ids. */
const firstDay = new Date('2026-01-01T00:00:00Z');

/** The date of the last change in a feed. */
export const updatedAt = ({ entries }: Pick<Feed, 'entries'>): Date =>
  entries.reduce((last, { updated }) => (updated > last ? updated : last), firstDay);

/** A tag URI: `tag:tmnf.example.org,2026:track/5`. Hosts belong to the site since the date at least. */
export const tagUri = (host: string, specific: string): string => `tag:${host},2026:${specific}`;

/** The document of a feed. */
export function atomXml(feed: Feed): string {
  const parts = [
    textElement('id', feed.id),
    textElement('title', feed.title),
    textElement('subtitle', feed.subtitle),
    textElement('updated', updatedAt(feed).toISOString()),
    emptyElement('link', { rel: 'self', type: 'application/atom+xml', href: feed.self }),
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: feed.href }),
    textElement('generator', usualSiteName),
    ...feed.entries.map(entryXml),
  ];
  return `${xmlDeclaration}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n${parts.join('\n')}\n</feed>\n`;
}

function entryXml(entry: FeedEntry): string {
  const authors = entry.authors.map(
    ({ name, uri }) =>
      `<author>${textElement('name', name)}${uri === null ? '' : textElement('uri', uri)}</author>`,
  );
  const parts = [
    textElement('id', entry.id),
    textElement('title', entry.title),
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: entry.href }),
    textElement('published', entry.published.toISOString()),
    textElement('updated', entry.updated.toISOString()),
    ...authors,
    ...(entry.category === null ? [] : [emptyElement('category', { term: entry.category })]),
    textElement('content', entry.html, { type: 'html' }),
  ];
  return `<entry>\n${parts.join('\n')}\n</entry>`;
}
