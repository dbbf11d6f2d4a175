import { createHash } from 'node:crypto';
import { routes } from '#routes/routes.ts';
import { attributeOf, elementsOf, parseHtml } from '#testing/html.ts';
import { ask } from '#testing/http.ts';
import { normaliseHtml } from '../browser/page-html/normalise.ts';

/** What a visitor gets at each address: its status, and a hash of what it shows. */
export type Crawled = ReadonlyMap<string, string>;

const isRandom = /random$/;
const isZip = /\.zip$/;
/** A visitor may ask for 120 zips in a quarter of an hour, and the clock stands still: room for six walks. */
const maxZips = 20;
const linking = ['href', 'src', 'data-src'] as const;

/**
 * Every public address of an edition: those of the sitemap, and all that pages lead to, one after the other and in the same order each
 * time. Of addresses with a query, which have no end, only those of the sitemap; of zips, the first.
 */
export async function crawl(port: number, host: string): Promise<Crawled> {
  const found = new Map<string, string>();
  const waiting = [routes.home(), routes.sitemap()];
  const known = new Set(waiting);
  let zips = 0;
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { status, headers, bytes } = await ask(port, path, {
      host,
      headers: { 'x-forwarded-for': '10.0.0.7', accept: 'text/html,*/*' },
    });
    const type = headers['content-type'] ?? '';
    const isPage = type.startsWith('text/html');
    // the log of changes says until when it goes
    const shown = isPage ? normaliseHtml(bytes.toString()) : path === routes.apiChanges() ? '' : bytes;
    const hash = createHash('sha256').update(shown).digest('hex').slice(0, 16);
    // a random track, and the code of a sign-in on another edition, differ each time
    const target = isRandom.test(path) ? '' : (headers.location ?? '').replace(/\?.*/, '');
    found.set(path, [status, target, hash].join(' '));
    const links = isPage
      ? linksIn(bytes.toString())
      : type.includes('xml')
        ? locations(bytes.toString())
        : [];
    for (const link of [headers.location ?? '', ...links]) {
      const next = addressHere(link, path, host);
      if (next === null || known.has(next)) continue;
      known.add(next);
      if (isZip.test(next) && ++zips > maxZips) continue;
      waiting.push(next);
    }
  }
  return found;
}

function linksIn(html: string): string[] {
  return elementsOf(parseHtml(html)).flatMap((element) => [
    ...linking.flatMap((name) => attributeOf(element, name) ?? []),
    ...(attributeOf(element, 'srcset') ?? '').split(',').map((part) => part.trim().split(' ')[0] ?? ''),
  ]);
}

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, link = '']) => `from sitemap ${link.replaceAll('&amp;', '&')}`,
  );

/** The path of a link on this host; null for others, for parts of the build, and for addresses with a query. */
function addressHere(link: string, from: string, host: string): string | null {
  const ofSitemap = link.startsWith('from sitemap ');
  const target = link.replace('from sitemap ', '');
  if (target === '' || !URL.canParse(target, `http://${host}${from}`)) return null;
  const url = new URL(target, `http://${host}${from}`);
  if (!url.protocol.startsWith('http') || url.hostname !== host) return null;
  if (url.pathname.startsWith('/_astro/')) return null;
  // files have the version of their content in the query
  const isVersioned = [...url.searchParams.keys()].every((name) => name === 'v' || name === 'w');
  return ofSitemap || isVersioned ? url.pathname + url.search : null;
}
