import type { ServerResponse } from 'node:http';

/**
 * For everything that is not an Astro page: such answers are never documents with scripts of ours, so they may load
 * nothing, should a browser ever show them as one. Drawings (SVG) keep their own styles.
 */
export const lockedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

/** Headers of every answer. Pages replace the policy by their own (Astro hashes its scripts and styles). */
export function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader('content-security-policy', lockedPolicy);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
  response.setHeader('x-frame-options', 'DENY');
  response.setHeader('cross-origin-opener-policy', 'same-origin-allow-popups');
}
