import { onHost } from '#platform/http/address.ts';
import { routes } from '#routes/routes.ts';
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
 * The address of every edition: its primary host with scheme and port of `origin`, because one server serves them all. A person who
 * is signed in here is signed in there on arrival.
 */
export function editionLinks(
  sites: readonly Site[],
  current: Site,
  origin: string,
  isPerson = false,
): EditionLink[] {
  const path = isPerson ? routes.crossing(current.code) : '/';
  return sites.map((site) => ({
    code: site.code,
    label: site.label,
    name: site.name,
    tagline: site.texts.tagline,
    href: site.code === current.code ? '/' : `${onHost(origin, site.host)}${path}`,
    isCurrent: site.code === current.code,
  }));
}
