import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { noticeOf } from '#lib/switches/notice.ts';
import type { Services } from '#platform/context.ts';
import { type Entrance, hasSeveralHosts, hostHeader, isHttps } from '#platform/http/address.ts';
import type { PreparedResponse } from '#platform/http/guarded-response.ts';
import { makeHostTable } from '#platform/http/hosts.ts';
import { ReadQuotas } from '#platform/http/quota.ts';
import { makeRouter, type RouteTable } from '#platform/http/router.ts';
import { serveStatic } from '#platform/http/static-files.ts';
import { takesRegistrations } from '#platform/switches/rules.ts';
import type { Site } from '#sites/schema.ts';
import { askedPage, serveCached } from './server/cached-pages.ts';
import { type Doors, serveRequest } from './server/dispatch.ts';
import { type Edition, loadEdition } from './server/edition.ts';
import { serveHealth } from './server/health.ts';
import { closeGracefully, listen, makeHttpServer } from './server/listen.ts';
import { serveStarting } from './server/portal.ts';
import { requestMetrics } from './server/request-metrics.ts';
import { switchedPage } from './server/switched-pages.ts';
import { serveUnknownHost } from './server/unknown-host.ts';
import { untrustedProxyNotice } from './server/untrusted-proxy.ts';

export interface ServerOptions extends Entrance {
  readonly services: Services;
  /** the editions served here: all, or those SITES names */
  readonly sites: readonly Site[];
  readonly routes: RouteTable;
  /** folder of the builds */
  readonly distDir: string;
  readonly port: number;
  /** null: every address of this machine */
  readonly bind: string | null;
  /** Gives a balancer time to notice that the process is about to stop; without it, none is in front of this process. */
  readonly drained?: () => Promise<void>;
  /** How long running requests may take after the server has stopped accepting. */
  readonly finishMs: number;
  /** Resolves when this edition can be served; without it, all can. Until then its host responds that the edition is starting. */
  readonly untilReady?: (site: Site) => Promise<void>;
  /** Requests pages of an edition that is ready before anyone else may, with these headers. It matters only with `untilReady`. */
  readonly warmUp?: (site: Site, own: OwnRequests) => Promise<void>;
  /** what an edition that is starting waits for, one sentence a step */
  readonly stepsOf?: (site: Site) => readonly string[];
}

/** How a process requests its own pages. */
interface OwnRequests {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RunningServer {
  readonly port: number;
  /** Resolves when this edition is served; rejects if it cannot be. */
  whenServed(site: Site): Promise<void>;
  /** No longer ready, until `drained`; then stops accepting, and running requests have `finishMs` to finish. */
  stop(): Promise<void>;
}

/** Marks requests of the process itself, by a value that nobody else knows. */
const ownHeader = 'x-own-request';

/**
 * One process, one port, any number of editions: files from memory, then routes, then pages, by Host. With `untilReady` it listens
 * at once; otherwise as soon as all editions can be served.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { services, sites, trustProxy, publicPort, untilReady, warmUp } = options;
  const editions = new Map<Site, Edition>();
  const warming = new Map<Site, Edition>();
  const secret = randomUUID();
  const listening = Promise.withResolvers<number>();
  const open = async (site: Site) => {
    await untilReady?.(site);
    const edition = await loadEdition(site, options.distDir);
    if (untilReady && warmUp) {
      warming.set(site, edition);
      await warmUp(site, { port: await listening.promise, headers: { [ownHeader]: secret } });
      warming.delete(site);
    }
    editions.set(site, edition);
  };
  const opening = new Map(sites.map((site) => [site, open(site)]));
  if (!untilReady) await Promise.all(opening.values());
  for (const opened of opening.values()) opened.catch(() => undefined); // whenServed() passes the failure on
  const siteOf = makeHostTable(sites.map((site) => [[site.host, ...site.aliases], site] as const));
  const reads = new ReadQuotas();
  const doors: Doors = { services, route: makeRouter(options.routes), reads, trustProxy, publicPort };
  const tellOfProxy = untrustedProxyNotice(options, services.log);
  const measure = services.metrics && requestMetrics(services.metrics, options.routes);
  let isStopping = false;
  const server = makeHttpServer((message, response) => {
    measure?.(message, response);
    tellOfProxy(message.headers);
    if (isStopping) response.shouldKeepAlive = false; // the next request of a proxy goes to another process
    if (serveHealth(services.health, message, response)) return;
    const site = siteOf(hostHeader(message.headers, doors));
    if (!site || hasSeveralHosts(message)) return void serveUnknownHost(options, message, response);
    const isOwn = message.headers[ownHeader] === secret;
    const edition = editions.get(site) ?? (isOwn ? warming.get(site) : undefined);
    if (edition) serveEdition(doors, edition, message, response);
    else void serveStarting(site, message, response, options.stepsOf?.(site));
  }, trustProxy);
  const port = await listen(server, options.port, options.bind);
  listening.resolve(port);
  return {
    port,
    whenServed: async (site) => opening.get(site),
    async stop() {
      services.health.drain();
      await options.drained?.();
      isStopping = true;
      await closeGracefully(server, options.finishMs, options.drained !== undefined);
    },
  };
}

function serveEdition(
  doors: Doors,
  edition: Edition,
  message: IncomingMessage,
  response: PreparedResponse,
): void {
  if (message.method === 'GET' || message.method === 'HEAD') {
    const file = edition.files.get(fileAddress(message.url ?? '/'));
    if (file) {
      const { site } = edition;
      const { switches } = doors.services;
      const shown = {
        notice: noticeOf(switches.of(site.code), site.name),
        canRegister: takesRegistrations({ switches, site }).ok,
      };
      serveStatic(switchedPage(file, shown), message, response, isHttps(message.headers, doors));
      return;
    }
  }
  const asked = askedPage(doors, edition.site, message, response);
  const make = () => void serveRequest(doors, edition.site, edition.render, message, response, asked);
  if (asked) serveCached(asked, make);
  else make();
}

/** The address under which a file is stored; one that is escaped or misspelt is left to the next door. */
function fileAddress(target: string): string {
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
