import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { app } from '#app.ts';
import { Metrics } from '#platform/metrics/metrics.ts';
import { ask } from '#testing/http.ts';
import { listen } from './listen.ts';
import { requestMetrics, routePatterns } from './request-metrics.ts';

const patternOf = routePatterns(app.routes);

test.each([
  ['GET', '/', '/'],
  ['GET', '/trackshow/123?packid=4', '/trackshow/:id'],
  ['HEAD', '/TrackShow/123/', '/trackshow/:id'],
  ['GET', '/api/tracks?fields=TrackId', '/api/tracks'],
  ['POST', '/trackupload/analyse', '/trackupload/analyse'],
  ['GET', '/_astro/page.abc123.js', 'build files'],
  ['GET', '/readyz', '/readyz'],
  ['GET', '/wp-login.php', 'other'],
  ['PROPFIND', '/trackshow/123', 'other'],
])('%s %s is counted as %s', (method, target, pattern) => expect(patternOf(method, target)).toBe(pattern));

test('no address makes a label of its own', () => {
  const labels = new Set<string>();
  for (let n = 0; n < 1000; n++)
    for (const target of [`/trackshow/${n}`, `/usershow/name${n}`, `/made-up-${n}`, `/?q=${n}`])
      labels.add(patternOf('GET', target));
  expect([...labels].sort()).toEqual(['/', '/trackshow/:id', '/usershow/:address', 'other']);
});

test('a request is counted with its status and its time', async () => {
  const metrics = new Metrics({ process: false });
  const measure = requestMetrics(metrics, app.routes);
  const server = createServer((message, response) => {
    measure(message, response);
    response.writeHead(message.url === '/' ? 200 : 404).end();
  });
  onTestFinished(() => void server.close());
  const port = await listen(server, 0, '127.0.0.1');
  for (const path of ['/', '/', '/trackshow/1']) await ask(port, path, { host: 'a.test' });
  const report = await metrics.report();
  expect(report).toContain('paddock_requests_total{route="/",status="200"} 2');
  expect(report).toContain('paddock_requests_total{route="/trackshow/:id",status="404"} 1');
  expect(report).toContain('paddock_request_seconds_count{route="/"} 2');
});

test('what cannot be read keeps the others from nothing', async () => {
  const metrics = new Metrics({ process: false });
  metrics.onReport(() => Promise.reject(new Error('no database')));
  metrics.onReport(() => metrics.of.searchRows.set(7));
  expect(await metrics.report()).toContain('paddock_search_rows 7');
});

test.each(['src/deploy/alerts.yml', 'src/deploy/grafana.json'])(
  'every metric that %s names exists',
  (path) => {
    const text = readFileSync(path, 'utf8');
    const named = new Set(text.match(/\b(?:paddock|nodejs|process)_[a-z0-9_]+/g));
    const names = new Metrics().names();
    const exists = (name: string) =>
      names.includes(name) || names.includes(name.replace(/_(?:bucket|sum|count)$/, ''));
    expect([...named].filter((name) => !exists(name))).toEqual([]);
    expect(named.size).toBeGreaterThan(10);
  },
);

test('every metric of ours is on the dashboard, and every alert says what to do', () => {
  const dashboard = readFileSync('src/deploy/grafana.json', 'utf8');
  const own = new Metrics({ process: false }).names();
  expect(own.filter((name) => !dashboard.includes(name))).toEqual([]);
  const alerts = readFileSync('src/deploy/alerts.yml', 'utf8').split('- alert:').slice(1);
  expect(alerts.filter((alert) => !/summary: ".+"\n\s+action: ".+"/.test(alert))).toEqual([]);
});
