import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { seedDemo } from '#demo/seed-demo.ts';
import { isTokenEndpoint } from '#platform/http/token-endpoint.ts';
import { isListEndpoint } from '#platform/lists/endpoint.ts';
import { metaRoutes } from '#platform/lists/meta.ts';
import { openApi } from '#platform/lists/openapi.ts';
import { isRandomEndpoint } from '#platform/lists/random.ts';
import { isReadEndpoint } from '#platform/lists/read-operation.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { newcomer } from '#testing/factors.ts';
import { apiExamples, apiRefusal, writeExamples } from './examples.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
await seedDemo({ services: ctx, password: 'irrelevant here', sites: [ctx.site] });
const visitor = new Client(ctx, app.routes);

test('/api and /api/openapi.json describe every list and random redirect of the server', () => {
  const documented = Object.entries(app.routes).filter(
    ([, endpoint]) => isListEndpoint(endpoint) || isRandomEndpoint(endpoint),
  );
  expect(Object.keys(apiExamples).sort()).toEqual(documented.map(([key]) => key.slice('GET '.length)).sort());
  const written = Object.entries(app.routes).filter(([, endpoint]) => isTokenEndpoint(endpoint));
  const others = Object.entries(app.routes).filter(
    ([, endpoint]) => isReadEndpoint(endpoint) || endpoint.file !== undefined,
  );
  const shown = Object.fromEntries([...documented, ...others, ...written]);
  const withMeta = { ...shown, ...metaRoutes(shown) };
  expect(openApi(withMeta).paths).toEqual(openApi(app.routes).paths);
});

const examples = Object.entries(apiExamples).flatMap(([path, list]) =>
  list.map(({ about, query }) => [path, about, query] as const),
);

test.each(examples)('%s: %s', async (path, _, query) => {
  const answer = await visitor.send('GET', `${path}?${query}`);
  if (path.endsWith('random')) {
    expect([answer.status, answer.headers?.location]).toEqual([302, expect.stringMatching(/^\/\w+\/\d+$/)]);
    return;
  }
  expect(answer.status).toBe(200);
  const { Results, More } = JSON.parse(String(answer.body));
  expect(typeof More).toBe('boolean');
  // an example without results is useless
  expect(Results.length).toBeGreaterThan(0);
});

test('the example of a refusal is refused', async () => {
  await expect(visitor.send('GET', `/api/tracks?${apiRefusal.query}`)).resolves.toMatchObject({
    status: 400,
  });
});

test.each(Object.entries(writeExamples))('the example of POST %s runs', async (path, example) => {
  const { client } = await newcomer(ctx, app.routes);
  const form = { Name: 'Example', Scopes: 'records', Days: '30' };
  const { Token } = (await client.post('/account/tokens', form)).json<{ Token: string }>();
  const newest = await visitor.send('GET', '/api/tracks?count=1&fields=UId');
  const [track] = newest.json<{ Results: { UId: string }[] }>().Results;
  const answer = await visitor.send('POST', path, {
    json: example(track?.UId ?? ''),
    headers: { authorization: `Bearer ${Token}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.json()).toMatchObject({ Results: [{ Result: 'added' }] });
});
