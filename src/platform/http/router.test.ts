import { expect, test } from 'vitest';
import { makeRouter } from './router.ts';
import type { Endpoint } from './types.ts';

const named = (name: string): Endpoint => ({ handle: async () => ({ status: 200, body: name }) });
const [list, show, image, save, random, feed] = ['list', 'show', 'image', 'save', 'random', 'feed'].map(
  named,
) as [Endpoint, Endpoint, Endpoint, Endpoint, Endpoint, Endpoint]; // six names make six endpoints

const route = makeRouter({
  'GET /api/tracks': list,
  'GET /trackshow/:id': show,
  'GET /trackshow/:id/image/:n': image,
  'GET /trackshow/random': random,
  'GET /trackshow/:id.atom': feed,
  'POST /trackupload': save,
});

test.each([
  ['GET', '/api/tracks', list, {}],
  ['HEAD', '/api/tracks', list, {}],
  ['GET', '/trackshow/7', show, { id: '7' }],
  ['GET', '/trackshow/7/image/0', image, { id: '7', n: '0' }],
  ['GET', '/trackshow/random', random, {}],
  ['GET', '/api/tracks/', list, {}],
  ['GET', '/API/Tracks', list, {}],
  ['GET', '/trackshow/7//', show, { id: '7' }],
  ['GET', '/TrackShow/Night_Shift', show, { id: 'Night_Shift' }],
  ['GET', '/trackSHOW/Random/', random, {}],
  ['GET', '/trackshow/7.atom', feed, { id: '7' }],
  ['GET', '/TrackShow/7.ATOM/', feed, { id: '7' }],
  ['GET', '/trackshow/.atom', show, { id: '.atom' }],
  ['GET', '/trackshow/7.atom/image/0', image, { id: '7.atom', n: '0' }],
  ['GET', '/trackshow/7.atom.txt', show, { id: '7.atom.txt' }],
])('%s %s finds its endpoint', (method, path, endpoint, params) => {
  expect(route(method, path)).toEqual({ found: 'endpoint', endpoint, params });
});

test.each([
  ['GET', '/'],
  ['GET', '/trackshow'],
  ['GET', '/trackshow/'],
  ['GET', '/trackshow/7/image'],
  ['GET', '/trackshow//image/0'],
])('%s %s is not in the table', (method, path) => {
  expect(route(method, path)).toEqual({ found: 'nothing' });
});

test('a known path with another method says which methods are allowed', () => {
  expect(route('PUT', '/api/tracks')).toEqual({ found: 'path', allow: ['GET', 'HEAD'] });
  expect(route('GET', '/trackupload')).toEqual({ found: 'path', allow: ['POST'] });
});

test('two names for one segment are refused when the table is made', () => {
  expect(() => makeRouter({ 'GET /a/:id': list, 'PUT /a/:trackId': save })).toThrow(
    'Route "PUT /a/:trackId": ":trackId" and ":id" name the same segment.',
  );
});

test('a table may spell its addresses in any letter case', () => {
  const other = makeRouter({ 'GET /Api/Tracks': list });
  expect(other('GET', '/api/tracks')).toMatchObject({ found: 'endpoint', endpoint: list });
});

test('a long series of slashes costs nothing', () => {
  expect(route('GET', `/a${'/'.repeat(100_000)}b`)).toEqual({ found: 'nothing' });
  expect(route('GET', `/api/tracks${'/'.repeat(100_000)}`)).toMatchObject({ found: 'endpoint' });
});
