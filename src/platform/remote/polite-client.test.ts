import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { PoliteClient } from './polite-client.ts';

test('a site that is busy gets no other requests until the pause is over', async () => {
  const arrived: { path: string; at: number }[] = [];
  const server = createServer(({ url = '' }, response) => {
    arrived.push({ path: url, at: performance.now() });
    response.writeHead(arrived.length === 1 ? 503 : 200, { 'content-type': 'text/plain' }).end('x');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const client = new PoliteClient({
    origin: `http://127.0.0.1:${port}`,
    userAgent: 'test',
    perSecond: 1000,
    signal: new AbortController().signal,
    firstPauseMs: 200,
  });
  onTestFinished(() => client.close());
  const wanted = { maxBytes: 100, accept: '*/*', read: ({ status }: { status: number }) => status };
  const refused = client.get('/refused', wanted);
  while (arrived.length === 0) await pause(1);
  await pause(20);
  const other = client.get('/other', wanted);
  expect(await Promise.all([refused, other])).toEqual([200, 200]);
  const [first, ...later] = arrived;
  // half of the pause at least
  for (const { at } of later) expect(at - (first?.at ?? 0)).toBeGreaterThanOrEqual(95);
});
