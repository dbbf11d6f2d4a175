import { Resolver } from 'node:dns/promises';

/** Returns all addresses of a host name. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Queries the name servers of this machine for a host's addresses, IPv4 first. The hosts file and search domains are ignored:
 * they name machines that are not public.
 */
export const resolveByDns: Resolve = async (host, signal) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
