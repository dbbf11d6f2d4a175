import { expect, test } from 'vitest';
import { httpRoutes } from '#http-routes.ts';
import { isListEndpoint } from './endpoint.ts';
import { openApi } from './openapi.ts';
import { isRandomEndpoint } from './random.ts';

const document = openApi(httpRoutes);

test('every list and every random redirect is described, and nothing else', () => {
  const served = Object.entries(httpRoutes).filter(
    ([, endpoint]) => isListEndpoint(endpoint) || isRandomEndpoint(endpoint),
  );
  expect(Object.keys(document.paths).sort()).toEqual(served.map(([key]) => key.slice('GET '.length)).sort());
  expect(served.length).toBeGreaterThan(10);
});

test('each filter is a parameter, beside the seven that every list has', () => {
  for (const [key, endpoint] of Object.entries(httpRoutes)) {
    if (!isListEndpoint(endpoint)) continue;
    const { get } = document.paths[key.slice('GET '.length)] ?? {};
    const names = (get as { parameters: { name: string }[] }).parameters.map(({ name }) => name); // made just above
    expect(names).toEqual([
      'fields',
      'count',
      'order1',
      'order2',
      'after',
      'before',
      'from',
      ...Object.keys(endpoint.list.filters),
    ]);
  }
});

test('every reference leads somewhere and every operation has a name of its own', () => {
  const text = JSON.stringify(document);
  const wanted = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1] ?? '');
  for (const name of wanted) expect(document.components.schemas).toHaveProperty(name);
  const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
});
