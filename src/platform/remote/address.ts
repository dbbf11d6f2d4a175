import { isIP } from 'node:net';
import { RemoteRefusal } from './remote.ts';

const maxAddressLength = 2000;

/** Names that are never public hosts: RFC 6761, 6762, 7686, 8375, 9476 and the private name reserved by ICANN. */
const privateNames = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'onion',
  'alt',
  'invalid',
  'test',
  'example',
];

/**
 * Parses an address that we may request: http or https at their usual ports, a host name with a dot or a public address in
 * its usual notation, no user name. Throws a RemoteRefusal for all others.
 */
export function remoteAddress(text: string, ports: ReadonlySet<string>): URL {
  if (text.length > maxAddressLength) throw refusal('It is too long.');
  // a browser would remove tabs and line breaks and turn a backslash into a slash, so that we would check something else
  const written = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1];
  if (!written || !/^[^\s\\\p{C}]+$/u.test(text) || !URL.canParse(text)) {
    throw refusal('It must be a complete web address.');
  }
  const url = new URL(text);
  if (written.includes('@')) throw refusal('It must not contain a user name.');
  if (!ports.has(url.port)) throw refusal('It must use the usual port.');
  const host = hostOf(url);
  if (host.endsWith('.')) throw refusal('The name of its host must not end with a dot.');
  // 2130706433, 0x7f.1, 127.1 and digits of other scripts are spellings used only to hide an address
  if (isIP(host) === 4 && written.replace(/:\d*$/, '') !== host)
    throw refusal('Its host must be written in the usual way.');
  if (isIP(host) === 0 && isPrivateName(host)) throw refusal('Its host is not on the public internet.');
  url.hash = '';
  return url;
}

/** The host as it is resolved: in lower case, international names in their ASCII form, IPv6 without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const isPrivateName = (host: string): boolean =>
  !host.includes('.') || privateNames.some((name) => host === name || host.endsWith(`.${name}`));

const refusal = (why: string) => new RemoteRefusal('address', `This address cannot be requested. ${why}`);
