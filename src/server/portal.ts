import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Entrance, hostHeader, publicOrigin, readHostName, readTarget } from '#platform/http/address.ts';
import { documentHeaders } from '#platform/http/security-headers.ts';
import type { Site } from '#sites/schema.ts';

const style = readFileSync(new URL('./portal.css', import.meta.url), 'utf8');
const styleHash = createHash('sha256').update(style).digest('base64');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'cache-control': 'no-cache',
  ...documentHeaders,
};

/** The page for hosts of no edition, with links to the editions. Throws a Problem 400 like any other. */
export function servePortal(
  sites: readonly Site[],
  message: IncomingMessage,
  response: ServerResponse,
  entrance: Entrance,
): void {
  const { path } = readTarget(message.url ?? '/');
  const page = Buffer.from(portalPage(sites, message, entrance));
  response.writeHead(path === '/' ? 200 : 404, { ...headers, 'content-length': page.length });
  response.end(message.method === 'HEAD' ? undefined : page);
}

function portalPage(sites: readonly Site[], message: IncomingMessage, entrance: Entrance): string {
  const cards = sites.map((site) => card(site, `${publicOrigin(site.host, message, entrance)}/`));
  const host = readHostName(hostHeader(message.headers, entrance) ?? '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Paddock: choose your game</title>
<meta name="description" content="Share and find tracks for the classic Trackmania games.">
<meta name="color-scheme" content="light dark">
<style>${style}</style>
</head>
<body>
<header><p class="brand">Paddock</p></header>
<main>
<h1>Choose your game</h1>
<p class="lead">${leadFor(host)}</p>
<ul>
${cards.join('\n')}
</ul>
</main>
</body>
</html>
`;
}

const leadFor = (host: string | null): string =>
  host === null
    ? 'Each game has its own tracks, players and leaderboards.'
    : `Each game has its own tracks, players and leaderboards. None of them is called ${escaped(host)}.`;

const card = (site: Site, href: string): string =>
  `<li><a href="${escaped(href)}"><span class="label">${escaped(site.label)}</span><strong>${escaped(site.name)}</strong><span>${escaped(site.texts.tagline)}</span><span class="host">${escaped(new URL(href).host)}</span></a></li>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
