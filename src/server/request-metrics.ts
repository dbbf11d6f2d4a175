import type { IncomingMessage, ServerResponse } from 'node:http';
import { makeRouter, type RouteTable } from '#platform/http/router.ts';
import type { Endpoint } from '#platform/http/types.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';

/** Answered before any route (health.ts). */
const ofSupervisors = ['GET /livez', 'GET /readyz'];

/** Returns the pattern of an address, such as `/trackshow/:id`, whatever it contains; `other` if it has none. */
export function routePatterns(table: RouteTable): (method: string, target: string) => string {
  const patternOf = new Map<Endpoint, string>();
  /** Endpoints that only stand for their address. */
  const placed = (pattern: string): Endpoint => {
    const endpoint: Endpoint = { handle: () => Promise.reject(new Error(`${pattern} is only named here.`)) };
    patternOf.set(endpoint, pattern);
    return endpoint;
  };
  const pages = Object.values(routes).flatMap((route) =>
    typeof route === 'function' && 'pattern' in route ? [get(route)] : [],
  );
  // pages and endpoints may call the same segment by different names
  const find = makeRouter(
    Object.fromEntries(
      [...pages, ...ofSupervisors, ...Object.keys(table)].map((key) => [
        key.replace(/:\w+/g, ':part'),
        placed(key.slice(key.indexOf(' ') + 1)),
      ]),
    ),
  );
  return (method, target) => {
    const question = target.indexOf('?');
    const path = question < 0 ? target : target.slice(0, question);
    if (path.startsWith('/_astro/')) return 'build files';
    const match = find(method, path);
    return (match.found === 'endpoint' && patternOf.get(match.endpoint)) || 'other';
  };
}

/** Measures every request from its arrival until its response is sent or its client has left. */
export function requestMetrics(metrics: Metrics, table: RouteTable) {
  const patternOf = routePatterns(table);
  const { requests, requestSeconds } = metrics.of;
  return ({ method = 'GET', url = '/' }: IncomingMessage, response: ServerResponse): void => {
    const arrivedAt = performance.now();
    response.once('close', () => {
      const route = patternOf(method, url);
      const status = response.writableFinished ? response.statusCode : 'client left';
      requests.inc({ route, status });
      requestSeconds.observe({ route }, (performance.now() - arrivedAt) / 1000);
    });
  };
}
