/** Where an application may have users sent back. */
type Kind =
  /** a site */
  | 'web'
  /** a program on the user's computer that waits on a port, which it chooses anew each time (RFC 8252, section 7.3) */
  | 'loopback'
  /** a program that the user's system opens for addresses with this scheme (RFC 8252, section 7.1) */
  | 'private';

export const maxRedirectLength = 300;

/** The characters of addresses, without fragments, and without what browsers read as something else. */
const plain = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/;
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:[1-9]\d{0,4})?(?=[/?]|$)/;
const privateScheme = /^[a-z][a-z0-9+-]*\.[a-z0-9.+-]+:/;

/** Why an application cannot have users sent there; null if it can. */
export function redirectMistake(address: string): string | null {
  if (address.length > maxRedirectLength) return `has more than ${maxRedirectLength} characters`;
  if (address.includes('#')) return 'must not have a # and what follows it';
  if (!plain.test(address) || !URL.canParse(address)) return 'is no address';
  const { username, password, host } = new URL(address);
  if (username !== '' || password !== '') return 'must not contain a name or a password';
  // other characters of a host would end its source in a policy
  if (/^https:\/\/[^/?]/.test(address))
    return /^[a-z0-9.:-]+$/.test(host) ? null : 'is no address of a host with a name';
  if (loopback.test(address) || privateScheme.test(address)) return null;
  return 'must begin with https://, with http://127.0.0.1, http://[::1] or http://localhost, or with a scheme that contains a dot';
}

/** The kind of an address that is registered. */
function redirectKind(address: string): Kind {
  if (loopback.test(address)) return 'loopback';
  return address.startsWith('https:') ? 'web' : 'private';
}

const withoutPort = (address: string) => address.replace(loopback, 'http://$1');

/** Whether an address that was sent is this registered one: the same characters, except for the port of a loopback address. */
export const isRegisteredAs = (registered: string, sent: string): boolean =>
  sent === registered ||
  (loopback.test(registered) && loopback.test(sent) && withoutPort(sent) === withoutPort(registered));

/** An address with further parameters. The query that it has stays as it is. */
export const withParameters = (address: string, parameters: Readonly<Record<string, string>>): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`;

/**
 * The source for the content security policy of the page whose form leads there: browsers apply `form-action` to redirects, too. A
 * policy cannot name an IPv6 address.
 */
export function redirectSource(address: string): string {
  const { protocol, origin } = new URL(address);
  return redirectKind(address) === 'private' || address.startsWith('http://[') ? protocol : origin;
}

/** Where the user is sent back, in words for the page that asks them. */
export function redirectPlace(address: string): string {
  const { protocol, host, hostname } = new URL(address);
  const places: Readonly<Record<Kind, string>> = {
    web: host,
    loopback: `a program on this computer (${hostname})`,
    private: `the program for ${protocol}`,
  };
  return places[redirectKind(address)];
}
