import { routes } from '#routes/routes.ts';

/**
 * Addresses that search engines have no use for: files, forms, random pages, and lists of one person. None of them is secret:
 * what a visitor may not see is not served to search engines either.
 */
const refused = [
  '/account',
  '/login',
  '/register',
  '/messages',
  '/notices',
  '/postcreate',
  '/commentupdate',
  '/commentdelete',
  '/trackgbx/',
  '/recordgbx/',
  '/trackplay/',
  '/trackpackplay/',
  '/trackpackdl/',
  '/trackreplays/',
  '/tracksearch.zip',
  '/trackrandom',
  '/trackpackrandom',
  '/userrandom',
  '/videorandom',
  '/api/',
] as const;

/** The text of /robots.txt (RFC 9309). */
export const robotsText = (origin: string): string =>
  [
    'User-agent: *',
    ...refused.map((path) => `Disallow: ${path}`),
    // documented for people
    `Allow: ${routes.apiDocument()}`,
    '',
    `Sitemap: ${origin}${routes.sitemap()}`,
    '',
  ].join('\n');
