import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that limits count instead of an address: an IPv4 address as it is, and the /64 of an IPv6 address,
 * because one customer usually gets a whole /64 and may send each request from another address of it. IPv4 addresses
 * inside IPv6 ones (mapped, or translated by NAT64) count as IPv4. A port and a zone are dropped; applying the function
 * twice changes nothing. Anything else is the network "unknown".
 */
export function networkOf(address: string): string {
  const trimmed = address.trim();
  const host = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? trimmed.replace(/^([\d.]+):\d+$/, '$1');
  const bare = host.replace(/%.*$/s, '').replace(/\/64$/, '');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return 'unknown';
  const groups = groupsOf(bare);
  return embeddedIpv4(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, in lower case without leading zeros. */
function groupsOf(address: string): string[] {
  // the URL parser turns every spelling into one: hexadecimal, shortened once
  const [start = '', end] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const head = start === '' ? [] : start.split(':');
  if (end === undefined) return head;
  const tail = end === '' ? [] : end.split(':');
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

/** Prefixes of 96 bits that are followed by an IPv4 address: mapped addresses, and the well-known prefix of NAT64. */
const ipv4Prefixes = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']);

function embeddedIpv4(groups: readonly string[]): string | null {
  if (!ipv4Prefixes.has(groups.slice(0, 6).join(':'))) return null;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .map((sixteenBits) => `${sixteenBits >> 8}.${sixteenBits & 255}`)
    .join('.');
}
