import { viewOf } from '#features/replays/view-address.ts';
import { daySeconds } from '#lib/codes/durations.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { fileReply } from '#platform/files/serve.ts';
import { notFound } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { embeddable } from '#platform/http/security-headers.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { type CardFacts, cardWidth, cardWidths } from '../card-facts.ts';
import { duelFacts } from './duel.ts';
import { oEmbedEndpoint } from './oembed.ts';
import { replayFacts } from './replay.ts';
import { cardImage } from './stored-cards.ts';
import { type CardKind, cardFacts, versionOf } from './subjects.ts';

/** Cache durations: an address without the current version may change. */
const seconds = { changing: 300, named: daySeconds };

type ReadFacts = (ctx: Ctx, id: number | null, request: HttpRequest) => Promise<CardFacts | null>;

const factsOf =
  (kind: CardKind): ReadFacts =>
  async (ctx, id) =>
    id === null ? null : cardFacts(ctx, kind, id);

/** GET /trackcard/5.jpg (?v=, ?w=): the drawn picture of something that visitors may see. */
const cardEndpoint = (read: ReadFacts): Endpoint => ({
  isShared: true,
  async handle(ctx, request, params) {
    const facts = await read(ctx, rowIdIn(params.id), request);
    if (!facts) throw notFound('This picture');
    const width = cardWidths.find((one) => String(one) === request.query.get('w')) ?? cardWidth;
    const card = await cardImage(ctx, facts, width);
    if (!card) throw notFound('This picture');
    const isNamed = request.query.get('v') === versionOf(facts);
    return fileReply(request, {
      ...card,
      modifiedAt: null,
      headers: {
        'content-type': 'image/jpeg',
        'cache-control': `public, max-age=${isNamed ? seconds.named : seconds.changing}`,
        ...embeddable,
      },
    });
  },
});

/** Drawn pictures for links, and descriptions of pages for sites that embed them. */
export const cardRoutes: RouteTable = {
  [get(routes.trackCard)]: cardEndpoint(factsOf('track')),
  [get(routes.packCard)]: cardEndpoint(factsOf('pack')),
  [get(routes.userCard)]: cardEndpoint(factsOf('user')),
  [get(routes.editionCard)]: cardEndpoint((ctx) => cardFacts(ctx, 'edition', 0)),
  [get(routes.duelCard)]: cardEndpoint(async (ctx, id, { query }) =>
    id === null ? null : duelFacts(ctx, id, viewOf(query).replayIds),
  ),
  [get(routes.replayCard)]: cardEndpoint(async (ctx, id, { query }) =>
    id === null ? null : replayFacts(ctx, id, viewOf(query).replayIds),
  ),
  [get(routes.oEmbed)]: oEmbedEndpoint,
};
