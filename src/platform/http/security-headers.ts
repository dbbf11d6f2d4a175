import type { ServerResponse } from 'node:http';

/**
 * For everything that is not an Astro page: such answers are never documents with scripts of ours, so they may load
 * nothing, should a browser ever show them as one. Drawings (SVG) keep their own styles.
 */
export const lockedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

/** Headers of every answer. */
export function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader('content-security-policy', lockedPolicy);
  response.setHeader('x-content-type-options', 'nosniff');
}

/** What a page has besides. It brings its own content security policy: Astro hashes its scripts and styles. */
export const documentHeaders = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  // the sign-in window keeps its opener, windows of others do not
  'cross-origin-opener-policy': 'same-origin-allow-popups',
} as const;
