import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that are not public hosts, from the special-purpose registry of IANA (RFC 6890): this network, private,
 * shared by carriers, loopback, link-local, protocol assignments, documentation, 6to4 relays, benchmarks, multicast, reserved
 * and broadcast. The last is the metadata service of a large provider, which has a public number.
 */
const specialV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
] as const;

/**
 * Public IPv6 hosts are in 2000::/3. Everything outside is refused: loopback, unspecified, IPv4-mapped and -compatible, NAT64
 * (64:ff9b::/96), unique local, link-local, site-local and multicast. Inside it these are refused: protocol assignments with
 * Teredo, documentation, and 6to4, which embeds an IPv4 address.
 */
const globalV6 = '2000::/3';
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const refusedV4 = listOf(specialV4, 'ipv4');
const acceptedV6 = listOf([globalV6], 'ipv6');
const refusedV6 = listOf(specialV6, 'ipv6');

/** True for addresses of public hosts, in the usual notation. False for all others, for zone ids and for anything else. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  const family = isIP(address);
  if (family === 4) return !refusedV4.check(address, 'ipv4');
  return family === 6 && acceptedV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
}
