import { startOf } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';

/**
 * Addresses that search engines have no use for: files, forms, random pages, and lists of one person. None of them is secret:
 * what a visitor may not see is not served to search engines either.
 */
const refused = [
  routes.account,
  routes.login,
  routes.register,
  routes.messages,
  routes.notices,
  routes.postCreate,
  routes.commentUpdate,
  routes.commentDelete,
  routes.trackGbx,
  routes.recordGbx,
  routes.trackPlay,
  routes.trackPackPlay,
  routes.trackPackDownload,
  routes.trackReplaysZip,
  routes.trackSearchZip,
  routes.trackRandom,
  routes.packRandom,
  routes.userRandom,
  routes.videoRandom,
];

/** The text of /robots.txt (RFC 9309). */
export const robotsText = (origin: string): string =>
  [
    'User-agent: *',
    ...refused.map((path) => `Disallow: ${startOf(path)}`),
    `Disallow: ${routes.api()}/`,
    // documented for people
    `Allow: ${routes.apiDocument()}`,
    '',
    `Sitemap: ${origin}${routes.sitemap()}`,
    '',
  ].join('\n');
