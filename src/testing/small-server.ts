import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { registrationEnd, registrationStart } from '#lib/switches/registration.ts';
import { Admission } from '#platform/admission/admission.ts';
import type { Services } from '#platform/context.ts';
import { Health } from '#platform/health/health.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { type RunningServer, type ServerOptions, startServer } from '#server.ts';
import type { Site } from '#sites/schema.ts';

/** Replaces Astro's build of an edition: pages that return their input, one that uses a token, and lists by name. */
const entry = `export const handler = (request, response, next, locals) => {
  const path = request.url.split('?')[0];
  if (path.startsWith('/list/') && path !== '/list/mine') return response.writeHead(404, { 'content-type': 'text/html' }).end('no such list');
  if (!['/page', '/form', '/404', '/500', '/busy', '/list/mine', '/_image', '/_actions/x'].includes(path)) return next();
  const token = path === '/form' ? locals.token : undefined;
  response.writeHead(path === '/busy' ? 503 : 200, { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'; script-src 'self'" });
  response.end(JSON.stringify({ host: request.headers.host, origin: locals.origin, token, problem: locals.problem }));
};`;

const files: Readonly<Record<string, string>> = {
  'server/entry.mjs': entry,
  'client/index.html': `<!doctype html><template data-notice></template>${registrationStart}<a>Register</a>${registrationEnd}<p>front page</p>`,
  'client/_astro/a.123.js': 'let a;',
  'client/_astro/a.123.css': 'a{}',
  'client/_astro/mark.svg': '<svg/>',
  'client/images/road.svg': '<svg/>',
  'client/words.txt': 'words',
  'client/site.webmanifest': '{}',
};

interface Small {
  services: Services;
  routes: RouteTable;
  trustProxy: boolean;
  publicPort?: number | null;
  untilReady?: ServerOptions['untilReady'];
  warmUp?: ServerOptions['warmUp'];
  stepsOf?: ServerOptions['stepsOf'];
  drained?: ServerOptions['drained'];
  /** 0 by default */
  finishMs?: number;
}

/** A real server of one edition with a few files and pages, on its own port; it ends with the test. */
export async function smallServer({ site, ...rest }: Small & { site: Site }): Promise<number> {
  const { port, stop } = await startSmallServer({ sites: [site], ...rest });
  onTestFinished(stop);
  return port;
}

/** Such a server of several editions, until it is stopped. */
export async function startSmallServer({
  sites,
  publicPort = null,
  finishMs = 0,
  services: given,
  ...rest
}: Small & { sites: readonly Site[] }): Promise<
  Pick<RunningServer, 'port' | 'whenServed'> & { stop: () => Promise<void> }
> {
  // every request needs it, also where a test passes only what its own requests use
  const log = given.log ?? pino({ level: 'silent' });
  const services = {
    ...given,
    log,
    admission: given.admission ?? new Admission(),
    health: given.health ?? new Health(log),
  };
  const distDir = await mkdtemp(join(tmpdir(), 'paddock-small-'));
  for (const { code } of sites)
    for (const [name, text] of Object.entries(files)) {
      const file = join(distDir, code, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  const server = await startServer({
    ...rest,
    services,
    sites,
    distDir,
    port: 0,
    bind: '127.0.0.1',
    publicPort,
    finishMs,
  });
  const stop = async () => {
    await server.stop();
    await rm(distDir, { recursive: true });
  };
  return { ...server, stop };
}

/** Sends raw bytes and returns the whole response, for requests that no HTTP client would send. */
export function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}
