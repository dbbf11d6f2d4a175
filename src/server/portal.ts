import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { usualSiteName } from '#lib/switches/model.ts';
import { type Entrance, hostHeader, publicOrigin, readHostName, readTarget } from '#platform/http/address.ts';
import { prefersHtml } from '#platform/http/negotiate.ts';
import { Problem } from '#platform/http/problem.ts';
import { plainProblem } from '#platform/http/problem-reply.ts';
import { documentHeaders } from '#platform/http/security-headers.ts';
import { send } from '#platform/http/send.ts';
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
  const cards = sites.map((site) => card(site, `${publicOrigin(site.host, message, entrance)}/`));
  const host = readHostName(hostHeader(message.headers, entrance) ?? '');
  sendPage(message, response, path === '/' ? 200 : 404, {
    title: `${usualSiteName}: choose your game`,
    heading: 'Choose your game',
    lead: leadFor(host),
    more: `<ul>\n${cards.join('\n')}\n</ul>`,
  });
}

const secondsToReload = 2;

/**
 * Responds for an edition that is still being built or filled, with the steps that it waits for. A browser loads the address again by
 * itself.
 */
export async function serveStarting(
  site: Site,
  message: IncomingMessage,
  response: ServerResponse,
  steps: readonly string[] = [],
): Promise<void> {
  const heading = `${site.name} is starting`;
  const again = { 'retry-after': String(secondsToReload) };
  if (!prefersHtml(message.headers.accept)) {
    const problem = new Problem(503, `${heading}. Try again in a few seconds.`, {
      retryAfterSeconds: secondsToReload,
    });
    return send(response, plainProblem(problem), message.method ?? 'GET');
  }
  sendPage(
    message,
    response,
    503,
    {
      title: `${usualSiteName}: ${heading}`,
      heading,
      lead: 'This takes a few seconds. The page reloads by itself.',
      more:
        steps.length === 0
          ? ''
          : `<ol class="steps">\n${steps.map((step) => `<li>${escaped(step)}</li>`).join('\n')}\n</ol>`,
    },
    message.method === 'GET' ? { ...again, refresh: String(secondsToReload) } : again,
  );
}

interface Page {
  readonly title: string;
  readonly heading: string;
  /** HTML, like `more` */
  readonly lead: string;
  readonly more?: string;
}

function sendPage(
  message: IncomingMessage,
  response: ServerResponse,
  status: number,
  { title, heading, lead, more = '' }: Page,
  others: Readonly<Record<string, string>> = {},
): void {
  const page = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<meta name="description" content="Share and find tracks for the classic Trackmania games.">
<meta name="color-scheme" content="light dark">
<style>${style}</style>
</head>
<body>
<header><p class="brand">${usualSiteName}</p></header>
<main>
<h1>${escaped(heading)}</h1>
<p class="lead">${lead}</p>
${more}
</main>
</body>
</html>
`);
  response.writeHead(status, { ...headers, ...others, 'content-length': page.length });
  response.end(message.method === 'HEAD' ? undefined : page);
}

const leadFor = (host: string | null): string =>
  host === null
    ? 'Each game has its own tracks, players and leaderboards.'
    : `Each game has its own tracks, players and leaderboards. None of them is called ${escaped(host)}.`;

const card = (site: Site, href: string): string =>
  `<li><a href="${escaped(href)}"><span class="label">${escaped(site.label)}</span><strong>${escaped(site.name)}</strong><span>${escaped(site.texts.tagline)}</span><span class="host">${escaped(new URL(href).host)}</span></a></li>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
