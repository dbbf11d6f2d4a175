import { notFound } from '#platform/http/problem.ts';
import type { Endpoint } from '#platform/http/types.ts';

/** How long a reader may rely on the contact, in ms; RFC 9116 recommends less than a year. */
const validMs = 180 * 86_400_000;

/** Says where to report vulnerabilities, in the format of RFC 9116; 404 if the operator set no contact. */
export const securityTxtEndpoint: Endpoint = {
  isShared: true,
  handle: async ({ settings, clock }, { origin }) => {
    if (!settings.securityContact) throw notFound('A security contact');
    const fields = [
      `Contact: ${settings.securityContact}`,
      `Expires: ${new Date(clock.now().getTime() + validMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${origin}/.well-known/security.txt`,
    ];
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
      body: `${fields.join('\n')}\n`,
    };
  },
};
