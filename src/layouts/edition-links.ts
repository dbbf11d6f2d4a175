import type { Site } from '#sites/schema.ts';

export interface EditionLink {
  code: string;
  label: string;
  name: string;
  tagline: string;
  href: string;
  isCurrent: boolean;
}

/**
 * The address of every edition as seen from this request: its own primary host with the scheme and port the
 * person came by, since one server listens for all of them.
 */
export function editionLinks(sites: readonly Site[], current: Site, origin: string): EditionLink[] {
  return sites.map((site) => ({
    code: site.code,
    label: site.label,
    name: site.name,
    tagline: site.texts.tagline,
    href: site.code === current.code ? '/' : onHost(origin, site.host),
    isCurrent: site.code === current.code,
  }));
}

function onHost(origin: string, host: string): string {
  const url = new URL(origin);
  url.hostname = host;
  return url.href;
}
