import { createServer } from 'node:http';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { listen } from './listen.ts';

/** Serves `GET /metrics` on a port of its own, which no proxy forwards. Returns a function that stops it. */
export async function serveMetrics(
  metrics: Metrics,
  port: number,
  bind: string,
): Promise<() => Promise<void>> {
  const server = createServer((message, response) => {
    if (message.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.report().then(
      (text) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.destroy(),
    );
  });
  await listen(server, port, bind);
  return async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
}
