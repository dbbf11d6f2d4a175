/** A version of the API: what it added. */
interface ApiVersion {
  readonly version: string;
  /** the day of its release */
  readonly on: string;
  readonly added: string;
}

/** The versions of the API, the newest first. Within a major version nothing is removed or changes its meaning. */
export const apiVersions: readonly [ApiVersion, ...ApiVersion[]] = [
  {
    version: '1.1',
    on: '2026-11-28',
    added:
      'Everything that members do with tracks, replays, comments, packs, Play later and their profile, with API tokens that have scopes; applications that users allow to use their account (OAuth 2.1); private messages to read; RateLimit headers; scripts of other sites may read. Events of one user or search. ManiaCodes of replays and pages for the game. The document describes files, pictures, zips, feeds and the addresses of older tools.',
  },
  {
    version: '1',
    on: '2026-11-01',
    added: 'Lists, random redirects, changes, events, dumps and online records.',
  },
];

/** The newest version, which every answer of the API names. */
export const apiVersion = apiVersions[0].version;
