import type { ReferenceTo } from '#lib/bbcode/tree.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { readId, readParams, separate } from '#platform/lists/params.ts';
import { namesOf } from '#platform/messages.ts';

/**
 * GET /messagenames?track=1,2&user=3&pack=4: the names of public tracks, users and packs for messages that a browser
 * renders, as pairs of id and name. Ids without a public row are left out.
 */
export const messageNamesEndpoint: Endpoint = {
  async handle(ctx, request) {
    const params = readParams(request.query);
    const ids = (kind: ReferenceTo) => separate(params.get(kind)).map((text) => readId(kind, text));
    const names = await namesOf(ctx, { track: ids('track'), user: ids('user'), pack: ids('pack') });
    return json({ track: [...names.track], user: [...names.user], pack: [...names.pack] });
  },
};
