import { userIdAt } from '#features/users/server/repo.ts';
import { videoList } from '#features/videos/server/list.ts';
import { hourSeconds } from '#lib/codes/durations.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { escapeXml } from '#lib/xml/escape.ts';
import type { Ctx } from '#platform/context.ts';
import { badRequest, notFound, Problem } from '#platform/http/problem.ts';
import { taggedReply } from '#platform/http/tagged.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { reader } from '#platform/lists/run.ts';
import { fullName } from '#platform/switches/site-name.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import { type CardFacts, cardHeightAt, cardWidth, cardWidths, type StoredCard } from '../card-facts.ts';
import { cardAddress } from './address.ts';
import { cardFacts } from './subjects.ts';

/** A page that can be embedded. */
interface Embedded {
  readonly facts: StoredCard;
  readonly title: string;
  readonly author: string | null;
  readonly path: string;
}

const readVideos = reader(videoList);
const gone = () => notFound('This page');

async function embeddedAt(ctx: Ctx, path: string): Promise<Embedded> {
  const [, kind = '', place] = /^\/([a-z]+)\/([\w-]+)\/?$/.exec(path.toLowerCase()) ?? [];
  const id = kind === 'usershow' ? await userIdAt(ctx, place) : rowIdIn(place);
  if (id === null) throw gone();
  const of = async (card: 'track' | 'pack' | 'user', page: string): Promise<Embedded> => {
    const facts = await cardFacts(ctx, card, id);
    if (!facts) throw gone();
    return { facts, title: facts.name || facts.fallback, author: authorIn(facts), path: page };
  };
  switch (kind) {
    case 'trackshow':
      return of('track', routes.trackShow(id));
    case 'trackpackshow':
      return of('pack', routes.trackPackShow(id));
    case 'usershow':
      return of('user', routes.userShow(id));
    case 'videoshow': {
      const { Results } = await readVideos(ctx, { fields: ['Title', 'Author'], id: [id], count: 1 });
      const [video] = Results;
      const facts = video && (await cardFacts(ctx, 'edition', 0));
      if (!video || !facts) throw gone();
      return { facts, title: video.Title, author: video.Author || null, path: routes.videoShow(id) };
    }
    default:
      throw gone();
  }
}

const authorIn = ({ kind, by }: CardFacts): string | null =>
  kind === 'user' ? null : by.replace(/^(?:a trackpack )?by /, '');

/** The page of an address, if it is one of this edition's. */
function pathIn(ctx: Ctx, request: HttpRequest): string {
  const address = request.query.get('url') ?? '';
  if (!URL.canParse(address)) throw badRequest('url: give the whole address of a page.', 'url');
  const { protocol, hostname, pathname } = new URL(address);
  const isOurs = [ctx.site.host, ...ctx.site.aliases].includes(hostname.replace(/\.$/, ''));
  if (!isOurs || !/^https?:$/.test(protocol)) throw gone();
  return pathname;
}

/** A limit in pixels; Infinity if none is given. */
function limitIn(request: HttpRequest, name: 'maxwidth' | 'maxheight'): number {
  const text = request.query.get(name)?.trim();
  if (!text) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw badRequest(`${name}: it must be a whole number from 1.`, name);
  return Number(text);
}

/**
 * GET /oembed?url=: describes a page of this edition for sites that embed it (oembed.com): its drawn picture as a link, without scripts.
 * The picture is no larger than `maxwidth` and `maxheight`.
 */
export const oEmbedEndpoint: Endpoint = {
  isShared: true,
  async handle(ctx, request) {
    const format = request.query.get('format') ?? 'json';
    if (format.toLowerCase() !== 'json') throw new Problem(501, 'The only format is json.');
    const [maxWidth, maxHeight] = [limitIn(request, 'maxwidth'), limitIn(request, 'maxheight')];
    const page = await embeddedAt({ ...ctx, viewer: visitor }, pathIn(ctx, request));
    const { origin } = request;
    const fits = (width: number) => width <= maxWidth && cardHeightAt(width) <= maxHeight;
    const width = cardWidths.find((one) => one < cardWidth && fits(one)) ?? null;
    const href = `${origin}${page.path}`;
    const src = `${origin}${cardAddress(page.facts, width)}`;
    const shown = width !== null && { width, height: cardHeightAt(width) };
    const body = {
      version: '1.0',
      title: page.title,
      ...(page.author !== null && { author_name: page.author }),
      provider_name: fullName(ctx),
      provider_url: origin,
      cache_age: hourSeconds,
      ...(shown
        ? {
            type: 'rich',
            ...shown,
            html: `<a href="${escapeXml(href)}"><img src="${escapeXml(src)}" alt="${escapeXml(page.title)}" width="${shown.width}" height="${shown.height}"></a>`,
            thumbnail_url: src,
            thumbnail_width: shown.width,
            thumbnail_height: shown.height,
          }
        : { type: 'link' }),
    };
    return taggedReply(request, {
      body: JSON.stringify(body),
      type: 'application/json; charset=utf-8',
      caching: `public, max-age=${hourSeconds}`,
    });
  },
};
