import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostName, portOf } from '#platform/http/hosts.ts';
import type { Site } from '#sites/schema.ts';

const style = readFileSync(new URL('./portal.css', import.meta.url), 'utf8');
const styleHash = createHash('sha256').update(style).digest('base64');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-cache',
};

/** The page of every host that belongs to no edition: it leads to those that do. */
export function servePortal(
  sites: readonly Site[],
  message: IncomingMessage,
  response: ServerResponse,
  secure: boolean,
): void {
  const page = Buffer.from(portalPage(sites, message.headers.host ?? '', secure));
  const isHome = message.url === '/' || message.url === undefined || message.url.startsWith('/?');
  response.writeHead(isHome ? 200 : 404, { ...headers, 'content-length': page.length });
  response.end(message.method === 'HEAD' ? undefined : page);
}

function portalPage(sites: readonly Site[], host: string, secure: boolean): string {
  const cards = sites.map((site) =>
    card(site, `${secure ? 'https' : 'http'}://${site.host}${portOf(host)}/`),
  );
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

const leadFor = (host: string): string =>
  hostName(host) === ''
    ? 'Each game has its own tracks, players and leaderboards.'
    : `Each game has its own tracks, players and leaderboards. None of them is called ${escaped(hostName(host))}.`;

const card = (site: Site, href: string): string =>
  `<li><a href="${escaped(href)}"><span class="label">${escaped(site.label)}</span><strong>${escaped(site.name)}</strong><span>${escaped(site.texts.tagline)}</span><span class="host">${escaped(new URL(href).host)}</span></a></li>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
