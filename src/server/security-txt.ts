import { daySeconds, daysAfter } from '#lib/codes/durations.ts';
import { notFound } from '#platform/http/problem.ts';
import type { Endpoint } from '#platform/http/types.ts';

/** How long a reader may rely on the contact; RFC 9116 recommends less than a year. */
const validDays = 180;

/** Says where to report vulnerabilities, in the format of RFC 9116; 404 if the operator set no contact. */
export const securityTxtEndpoint: Endpoint = {
  isShared: true,
  handle: async ({ settings, clock }, { origin }) => {
    if (!settings.securityContact) throw notFound('A security contact');
    const fields = [
      `Contact: ${settings.securityContact}`,
      `Expires: ${daysAfter(clock.now(), validDays).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${origin}/.well-known/security.txt`,
    ];
    return {
      status: 200,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': `public, max-age=${daySeconds}`,
      },
      body: `${fields.join('\n')}\n`,
    };
  },
};
