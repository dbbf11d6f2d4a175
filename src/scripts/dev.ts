process.env.ASTRO_TELEMETRY_DISABLED = '1';

import type { ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import { type AstroIntegration, dev } from 'astro';
import { isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { allSites, siteByCode, withHosts } from '#sites/all.ts';
import type { Doors } from '../server/dispatch.ts';
import type { RenderPage } from '../server/edition.ts';
import { assertPortFree } from '../server/listen.ts';
import { openDatabase } from './database.ts';
import type { DevOptions } from './dev-entry.ts';
import { type Closers, runCommand } from './run-command.ts';

type DevEntry = typeof import('./dev-entry.ts');

/** The property of a request from which `astro dev` reads its locals. */
const localsKey = Symbol.for('astro.locals');
/** Addresses of the development server itself. */
const toolPaths = /^\/(@|src\/|node_modules\/|sites\/|_image|__)/;

/**
 * `astro dev` with the first doors of production: the same routes, sessions, locals and errors. Vite loads the routes and the
 * services, so an edited endpoint takes effect without a restart. Services are opened once: edits to them take effect at the next start.
 */
function devRoutes(options: DevOptions, closers: Closers): AstroIntegration {
  return {
    name: 'paddock:routes',
    hooks: {
      'astro:server:setup': async ({ server }) => {
        const load = entryLoader(server);
        const services = await (await load()).openDevServices(options, closers);
        server.middlewares.use((message, response, next) => {
          if (toolPaths.test(message.url ?? '/')) return next();
          const render: RenderPage = async (request, locals, status) => {
            if (status !== undefined) forceStatus(response, status);
            Reflect.set(request, localsKey, locals);
            next();
            return 'elsewhere';
          };
          load()
            .then(({ serveRequest, route }) => {
              const doors: Doors = { services, route, trustProxy: false, publicPort: null };
              return serveRequest(doors, options.site, render, message, response);
            })
            .catch(next);
        });
      },
    },
  };
}

/** The page of a refused form is sent with the status of the refusal. */
function forceStatus(response: ServerResponse, status: number): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse; // overloads
  response.writeHead = (_: number, ...rest: unknown[]) => writeHead(status, ...rest);
}

/** The server's code as it is now: an edited module is loaded again. */
function entryLoader(server: ViteDevServer): () => Promise<DevEntry> {
  const { ssr } = server.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('This version of Vite runs no server modules.');
  return () => ssr.runner.import('/src/scripts/dev-entry.ts');
}

const usage = `Usage: npm run dev [-- --site CODE]
One edition with hot reload and the routes of production.`;

await runCommand(usage, async (closers) => {
  const { values } = parseArgs({ options: { site: { type: 'string' } } });
  const config = decideConfig(readEnv(process.env));
  const sites = withHosts(await allSites(), process.env);
  const site = values.site === undefined ? sites[0] : siteByCode(sites, values.site);
  if (!site) throw new Error('sites/ holds no edition.');
  await assertPortFree(config.port, config.bind);
  const { url, embedded } = await openDatabase(config, sites, closers);

  process.env.SITE = site.code;
  const server = await dev({
    root: new URL('../../', import.meta.url).pathname,
    server: { port: config.port, host: config.bind ?? true, allowedHosts: [site.host, ...site.aliases] },
    integrations: [devRoutes({ config, databaseUrl: url, embedded, sites, site }, closers)],
    // hot reload inserts styles by script, which the policy of production forbids
    security: { csp: false },
    logLevel: 'warn',
  });
  closers.add(() => server.stop());
  console.log(`${site.label}  http://${site.host}:${config.port}`);
});
