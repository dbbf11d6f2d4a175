import type { ServerResponse } from 'node:http';
import type { AstroIntegration } from 'astro';
import { isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import type { Services } from '#platform/context.ts';
import { makeRouter, type RouteTable } from '#platform/http/router.ts';
import type { Site } from '#sites/schema.ts';
import { type Doors, serveRequest } from '../server/dispatch.ts';
import type { RenderPage } from '../server/edition.ts';

/** Where `astro dev` reads the locals of a request. */
const localsKey = Symbol.for('astro.locals');
/** Addresses of the development server itself. */
const toolPaths = /^\/(@|src\/|node_modules\/|sites\/|_image|__)/;

/**
 * `astro dev` with the first doors of production: the same routes, sessions, locals and errors. The routes are loaded through
 * Vite, so an edited endpoint takes effect without a restart.
 */
export function devRoutes(services: Services, site: Site): AstroIntegration {
  return {
    name: 'paddock:routes',
    hooks: {
      'astro:server:setup': ({ server }) => {
        const routeOf = reloadingRouter(server);
        server.middlewares.use((message, response, next) => {
          if (toolPaths.test(message.url ?? '/')) return next();
          const render: RenderPage = async (request, locals, status) => {
            if (status !== undefined) forceStatus(response, status);
            Reflect.set(request, localsKey, locals);
            next();
            return 'elsewhere';
          };
          routeOf()
            .then((route) => {
              const doors: Doors = { services, route, trustProxy: false, publicPort: null };
              return serveRequest(doors, site, render, message, response);
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

function reloadingRouter(server: ViteDevServer): () => Promise<Doors['route']> {
  const { ssr } = server.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('This version of Vite runs no server modules.');
  let table: RouteTable | undefined;
  let route: Doors['route'] = () => ({ found: 'nothing' });
  return async () => {
    const { httpRoutes }: { httpRoutes: RouteTable } = await ssr.runner.import('/src/http-routes.ts');
    if (httpRoutes !== table) {
      table = httpRoutes;
      route = makeRouter(httpRoutes);
    }
    return route;
  };
}
