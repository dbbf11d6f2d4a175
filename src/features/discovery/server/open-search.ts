import { trackList } from '#features/tracks/list/server/list.ts';
import { daySeconds, minuteMs } from '#lib/codes/durations.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { emptyElement, textElement, xmlDeclaration } from '#lib/xml/escape.ts';
import { taggedReply } from '#platform/http/tagged.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { reader } from '#platform/lists/run.ts';
import { siteName } from '#platform/switches/site-name.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';

const placeholder = '{searchTerms}';

/** GET /opensearch.xml: lets browsers add the search for tracks. */
export const openSearchEndpoint: Endpoint = {
  isShared: true,
  handle: async (ctx, request) => {
    const { site } = ctx;
    const url = (type: string, path: string, rel: string | null = null) =>
      emptyElement('Url', { type, rel, template: `${request.origin}${path}` });
    const parts = [
      // at most 16 characters
      textElement('ShortName', `${siteName(ctx)} ${site.label}`.slice(0, 16)),
      textElement('Description', `Tracks for ${site.name}`),
      textElement('InputEncoding', 'UTF-8'),
      url('text/html', `${routes.trackSearch()}?query=${placeholder}`),
      url('application/atom+xml', routes.trackSearchFeed(`?query=${placeholder}`)),
      url('application/x-suggestions+json', `${routes.suggest()}?q=${placeholder}`),
      url('application/opensearchdescription+xml', routes.openSearch(), 'self'),
    ];
    return taggedReply(request, {
      body: `${xmlDeclaration}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n${parts.join('\n')}\n</OpenSearchDescription>\n`,
      type: 'application/opensearchdescription+xml; charset=utf-8',
      caching: `public, max-age=${daySeconds}`,
    });
  },
};

const readTracks = reader(trackList);
const maxTypedLength = 100;
const maxSuggestions = 8;

/** GET /suggest?q=: names of tracks for what is typed so far, as browsers expect them: `["typed", ["name", …]]`. */
export const suggestEndpoint: Endpoint = {
  isShared: true,
  async handle(ctx, request) {
    const typed = (request.query.get('q') ?? '').replaceAll('\0', '').trim().slice(0, maxTypedLength);
    const names = typed === '' ? [] : await namesLike({ ...ctx, viewer: visitor }, typed);
    return taggedReply(request, {
      body: JSON.stringify([typed, names]),
      type: 'application/x-suggestions+json; charset=utf-8',
      caching: `public, max-age=${minuteMs / 1000}`,
    });
  },
};

async function namesLike(ctx: Parameters<typeof readTracks>[0], name: string): Promise<string[]> {
  const query = { fields: ['TrackName'], name, order1: 'relevance', count: maxSuggestions } as const;
  const { Results } = await readTracks(ctx, query);
  return [...new Set(Results.map(({ TrackName }) => stripGameText(TrackName)))].filter((one) => one !== '');
}
