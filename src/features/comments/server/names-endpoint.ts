import type { ReferenceTo } from '#lib/bbcode/tree.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { readId, readParams, separate } from '#platform/lists/params.ts';
import { namesOf } from '#platform/messages.ts';

/** At most this many addresses of pictures are read from one request. */
const maxPictures = 50;

/**
 * GET /messagenames?track=1,2&user=3&pack=4&thread=5&picture=https%3A…: the names of public tracks, users, packs and threads for
 * messages that a browser renders, as pairs of id and name, and what is known about pictures, as pairs of address and state. What
 * has no public row is left out. Parameters other than pictures occur once, with commas.
 */
export const messageNamesEndpoint: Endpoint = {
  async handle(ctx, request) {
    const query = new URLSearchParams(request.query);
    const picture = [...new Set(query.getAll('picture'))].slice(0, maxPictures);
    query.delete('picture');
    const params = readParams(query);
    const ids = (kind: ReferenceTo) => separate(params.get(kind)).map((text) => readId(kind, text));
    const names = await namesOf(ctx, {
      track: ids('track'),
      user: ids('user'),
      pack: ids('pack'),
      thread: ids('thread'),
      picture,
    });
    return json({
      track: [...names.track],
      user: [...names.user],
      pack: [...names.pack],
      thread: [...names.thread],
      picture: [...(names.picture ?? [])],
    });
  },
};
