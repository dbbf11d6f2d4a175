import { sql } from 'kysely';
import { daySeconds, hourSeconds } from '#lib/codes/durations.ts';
import { escapeXml, textElement, xmlDeclaration } from '#lib/xml/escape.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { taggedReply } from '#platform/http/tagged.ts';
import type { Endpoint, HttpRequest, Reply } from '#platform/http/types.ts';
import { FairLane } from '#platform/lanes/fair-lane.ts';
import { senderOf } from '#platform/lanes/sender.ts';
import type { ListedRow, SitemapKind } from '#platform/sitemap.ts';
import { visitor } from '#platform/viewer.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { robotsText } from '../robots.ts';
import { openSearchEndpoint, suggestEndpoint } from './open-search.ts';

/** A page in a sitemap. */
interface Listed {
  readonly path: string;
  /** of its last change, if known */
  readonly at: Date | null;
}

/**
 * Each part covers this many consecutive ids, so that new things never move others to another part. With at most 200 bytes for an
 * address, a part stays below the limits of the protocol (50,000 addresses, 50 MB) and of memory (2 MB).
 */
export const idsPerPart = 10_000;

/** The numbers of the parts that contain something, from 1. Reads one entry of the index for each possible part. */
export async function partsOf({ db, site }: Ctx, kind: SitemapKind): Promise<number[]> {
  const id = sql.ref(`k.${kind.id}`);
  const { rows } = await sql<{ part: number }>`
    select part from generate_series(0, (
      select max(${id}) / ${idsPerPart}::integer from ${kind.from} and k.site = ${site.code}
    )) part
    where exists (select from ${kind.from} and k.site = ${site.code}
      and ${id} between greatest(part * ${idsPerPart}::integer, 1) and part * ${idsPerPart}::integer + ${idsPerPart - 1}::integer)
    order by part`.execute(db);
  return rows.map(({ part }) => part + 1);
}

/** The pages of a part, by id. */
export async function pagesOf({ db, site }: Ctx, kind: SitemapKind, part: number): Promise<Listed[]> {
  const id = sql.ref(`k.${kind.id}`);
  const first = (part - 1) * idsPerPart;
  const at = kind.at === null ? sql`null::timestamptz` : sql.ref(`k.${kind.at}`);
  const address = kind.address === undefined ? sql`null::text` : sql.ref(`k.${kind.address}`);
  const { rows } = await sql<ListedRow>`
    select ${id} as id, ${at} as at, ${address} as address from ${kind.from} and k.site = ${site.code}
      and ${id} between ${Math.max(first, 1)}::integer and ${first + idsPerPart - 1}::integer
    order by ${id}`.execute(db);
  return rows.map((row) => ({ path: kind.path(row), at: row.at }));
}

const fixed = [
  routes.home(),
  routes.about(),
  routes.rules(),
  routes.contact(),
  routes.privacy(),
  routes.editions(),
  routes.shortcuts(),
  routes.trackSearch(),
  `${routes.trackSearch()}/featured`,
  `${routes.trackSearch()}/nadeo`,
  routes.trackBeta(),
  routes.packSearch(),
  routes.userSearch(),
  routes.videoSearch(),
  routes.leaderboards(),
  routes.achievements(),
  routes.crew(),
  routes.news(),
  routes.forums(),
  routes.api(),
  routes.help(),
];

/** Pages that always exist, with the boards that visitors may read. */
async function fixedPages({ db, site }: Ctx): Promise<Listed[]> {
  const boards = await db
    .selectFrom('forum_board')
    .where('site', '=', site.code)
    .where('read_level', '=', 0)
    .select('board_id')
    .orderBy('board_id')
    .execute();
  const paths = [...fixed, ...boards.map(({ board_id }) => routes.forums(board_id))];
  return paths.map((path) => ({ path, at: null }));
}

/** Parts are large, so few are written at once. */
export const sitemapQueue = { atOnce: 2, waiting: 20 } as const;
const lane = new FairLane({
  width: sitemapQueue.atOnce,
  waiting: sitemapQueue.waiting,
  refusal: () =>
    new Problem(503, 'Too many sitemaps are being written right now. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    }),
});

/** Those of all features, which are known when these are composed. */
export type Kinds = () => readonly SitemapKind[];

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const xmlReply = (request: HttpRequest, body: string): Reply =>
  taggedReply(request, {
    body,
    type: 'application/xml; charset=utf-8',
    caching: `public, max-age=${hourSeconds}`,
  });

/** GET /sitemap.xml: the index of the parts that contain something. */
const sitemapEndpoint = (kinds: Kinds): Endpoint => ({
  isShared: true,
  handle: (ctx, request) =>
    lane.run(senderOf(ctx), async () => {
      const forAll = { ...ctx, viewer: visitor };
      const named = await Promise.all(
        kinds().map(async (kind) => (await partsOf(forAll, kind)).map((part) => `${kind.name}-${part}`)),
      );
      const parts = ['pages', ...named.flat()].map(
        (part) => `<sitemap>${textElement('loc', `${request.origin}${routes.sitemapOf(part)}`)}</sitemap>\n`,
      );
      return xmlReply(
        request,
        `${xmlDeclaration}<sitemapindex ${namespace}>\n${parts.join('')}</sitemapindex>\n`,
      );
    }),
});

const urlXml = (origin: string, { path, at }: Listed): string =>
  `<url><loc>${escapeXml(origin + path)}</loc>${at ? `<lastmod>${at.toISOString()}</lastmod>` : ''}</url>\n`;

/** GET /sitemap-tracks-1.xml: the addresses of a part. */
const sitemapPartEndpoint = (kinds: Kinds): Endpoint => ({
  isShared: true,
  handle: (ctx, request, { name = '' }) =>
    lane.run(senderOf(ctx), async () => {
      const [, named = '', number] = /^sitemap-([a-z]+)(?:-([1-9]\d{0,4}))?$/.exec(name.toLowerCase()) ?? [];
      const forAll = { ...ctx, viewer: visitor };
      const kind = number !== undefined && kinds().find(({ name: one }) => one === named);
      const pages =
        named === 'pages' && number === undefined
          ? await fixedPages(forAll)
          : kind && (await pagesOf(forAll, kind, Number(number)));
      if (!pages || pages.length === 0) throw notFound(`The address ${request.path}`);
      const urls = pages.map((page) => urlXml(request.origin, page)).join('');
      return xmlReply(request, `${xmlDeclaration}<urlset ${namespace}>\n${urls}</urlset>\n`);
    }),
});

/** GET /robots.txt */
const robotsEndpoint: Endpoint = {
  isShared: true,
  handle: async (_, request) =>
    taggedReply(request, {
      body: robotsText(request.origin),
      type: 'text/plain; charset=utf-8',
      caching: `public, max-age=${daySeconds}`,
    }),
};

/** Files that search engines and browsers request from every site. */
export const discoveryRoutes = (kinds: Kinds): RouteTable => ({
  [get(routes.robots)]: robotsEndpoint,
  [get(routes.sitemap)]: sitemapEndpoint(kinds),
  [get(routes.sitemapPart)]: sitemapPartEndpoint(kinds),
  [get(routes.openSearch)]: openSearchEndpoint,
  [get(routes.suggest)]: suggestEndpoint,
});
