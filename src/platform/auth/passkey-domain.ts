import type { Services, Settings } from '#platform/context.ts';
import { ConfigError } from '#platform/env.ts';
import type { Site } from '#sites/schema.ts';

const isUnder = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

/**
 * The name that passkeys are bound to (WebAuthn RP ID) on this edition: the common domain of the installation or the
 * edition's own host. Null if a browser would refuse it: on an alias under another name.
 */
export function passkeyDomain(
  { settings, site }: Pick<Services, 'settings'> & { site: Pick<Site, 'host'> },
  origin: string,
): string | null {
  const domain = settings.passkeyDomain ?? site.host;
  return URL.canParse(origin) && isUnder(new URL(origin).hostname, domain) ? domain : null;
}

/** Throws unless every edition is served under the common domain of passkeys, if there is one. */
export function checkPasskeyDomain(
  { passkeyDomain: domain }: Pick<Settings, 'passkeyDomain'>,
  sites: readonly Pick<Site, 'host'>[],
): void {
  if (domain === null) return;
  const outside = sites.find(({ host }) => !isUnder(host, domain));
  if (outside) {
    throw new ConfigError([`PASSKEY_DOMAIN is ${domain}, but ${outside.host} does not end in .${domain}.`]);
  }
}
