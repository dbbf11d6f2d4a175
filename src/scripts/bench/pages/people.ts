import { below } from '#lib/gbx/tools/random.ts';
import { tokenHeader } from '#platform/anti-forgery.ts';
import type { WireRequest } from './wire.ts';

/** Who sends a request: a visitor, or a member with a session. */
export interface Sender {
  readonly address: string;
  readonly userId: number;
  readonly cookie?: string;
  readonly token?: string;
}

/** Three times as many as members, as they send three times as many requests. */
const visitorCount = 1200;

/**
 * A visitor with an address of their own, as the limits and the queue count clients by address. They come back, as members do: if each
 * came once, they would always be let in before the members.
 */
export function someVisitor(random: () => number): Sender {
  const n = below(random, visitorCount);
  return { address: `10.${n % 256}.${n >> 8}.${1 + (n % 254)}`, userId: 0 };
}

const headersOf = (host: string, { address, cookie }: Sender) => ({
  host,
  'x-forwarded-for': address,
  ...(cookie !== undefined && { cookie }),
});

/** A page or a list as a browser requests it; `encoding` is '' for an uncompressed response. */
export const readOf = (host: string, sender: Sender, path: string, encoding = 'br'): WireRequest => ({
  method: 'GET',
  path,
  headers: {
    ...headersOf(host, sender),
    accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
    ...(encoding && { 'accept-encoding': encoding }),
  },
});

/** A form as a script of a page sends it. */
export const writeOf = (
  host: string,
  sender: Sender,
  method: string,
  path: string,
  form: Readonly<Record<string, string>>,
): WireRequest => ({
  method,
  path,
  headers: {
    ...headersOf(host, sender),
    origin: `http://${host}`,
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    [tokenHeader]: sender.token ?? '',
  },
  body: new URLSearchParams(form).toString(),
});
