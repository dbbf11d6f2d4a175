import { daySeconds } from '#lib/codes/durations.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { fileReply } from '#platform/files/serve.ts';
import { notFound } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { embeddable } from '#platform/http/security-headers.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { cardWidth, cardWidths } from '../card-facts.ts';
import { oEmbedEndpoint } from './oembed.ts';
import { cardImage } from './stored-cards.ts';
import { type CardKind, cardFacts, versionOf } from './subjects.ts';

/** Cache durations: an address without the current version may change. */
const seconds = { changing: 300, named: daySeconds };

/** GET /trackcard/5.jpg (?v=, ?w=): the drawn picture of something that visitors may see. */
const cardEndpoint = (kind: CardKind): Endpoint => ({
  isShared: true,
  async handle(ctx, request, params) {
    const id = kind === 'edition' ? 0 : (rowIdIn(params.id) ?? 0);
    const facts = id === 0 && kind !== 'edition' ? null : await cardFacts(ctx, kind, id);
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
  [get(routes.trackCard)]: cardEndpoint('track'),
  [get(routes.packCard)]: cardEndpoint('pack'),
  [get(routes.userCard)]: cardEndpoint('user'),
  [get(routes.editionCard)]: cardEndpoint('edition'),
  [get(routes.oEmbed)]: oEmbedEndpoint,
};
