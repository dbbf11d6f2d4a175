import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '#platform/context.ts';
import { makeHostTable } from '#platform/http/hosts.ts';
import { NodeRequest } from '#platform/http/node-request.ts';
import { makeRouter, type RouteTable } from '#platform/http/router.ts';
import { send } from '#platform/http/send.ts';
import { serveStatic } from '#platform/http/static-files.ts';
import type { Site } from '#sites/schema.ts';
import { type Doors, serveRequest } from './server/dispatch.ts';
import { type Edition, loadEdition } from './server/edition.ts';
import { healthReply } from './server/health.ts';
import { closeGracefully, listen, makeHttpServer } from './server/listen.ts';
import { servePortal } from './server/portal.ts';

export interface ServerOptions {
  readonly services: Services;
  /** the editions served here: all, or those SITES names */
  readonly sites: readonly Site[];
  readonly routes: RouteTable;
  /** folder of the builds */
  readonly distDir: string;
  readonly port: number;
  /** null: every address of this machine */
  readonly bind: string | null;
  readonly trustProxy: boolean;
}

export interface RunningServer {
  readonly port: number;
  /** Stops accepting; running requests have ten seconds (or `graceMs`) to finish. */
  stop(graceMs?: number): Promise<void>;
}

const tenSeconds = 10_000;

/** One process, one port, any number of editions (house §2.8): files from memory → routes → pages, by Host. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { services, sites, trustProxy } = options;
  const editions = await Promise.all(sites.map((site) => loadEdition(site, options.distDir)));
  const editionOf = makeHostTable(
    editions.map((edition) => [[edition.site.host, ...edition.site.aliases], edition] as const),
  );
  const doors: Doors = { services, route: makeRouter(options.routes), trustProxy };
  const server = makeHttpServer((message, response) => {
    const edition = editionOf(hostOf(message, trustProxy));
    if (edition) serveEdition(doors, edition, message, response);
    else void serveStranger(options, message, response);
  });
  const port = await listen(server, options.port, options.bind);
  return { port, stop: (graceMs = tenSeconds) => closeGracefully(server, graceMs) };
}

function hostOf(message: IncomingMessage, trustProxy: boolean): string | undefined {
  const told = trustProxy ? message.headers['x-forwarded-host'] : undefined;
  return (Array.isArray(told) ? told.at(-1) : told?.split(',').at(-1)?.trim()) ?? message.headers.host;
}

function serveEdition(
  doors: Doors,
  edition: Edition,
  message: IncomingMessage,
  response: ServerResponse,
): void {
  if (message.method === 'GET' || message.method === 'HEAD') {
    const file = edition.files.get(pathOf(message.url ?? '/'));
    if (file) {
      serveStatic(file, message, response);
      return;
    }
  }
  void serveRequest(doors, edition.site, edition.render, message, response);
}

function pathOf(target: string): string {
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** A host of no edition: a load balancer that asks by address, or a person who needs the way. */
async function serveStranger(
  { services, sites, trustProxy }: ServerOptions,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (message.url === '/api/health') {
    return send(response, await healthReply(services), message.method ?? 'GET');
  }
  try {
    servePortal(sites, message, response, new NodeRequest(message, response, trustProxy).secure);
  } catch {
    response.writeHead(400).end(); // a target that is no path
  }
}
