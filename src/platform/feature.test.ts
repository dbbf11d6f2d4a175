import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compose, type Feature, feature } from './feature.ts';
import { defineJob } from './jobs/registry.ts';
import type { PersonalData } from './personal-data.ts';
import type { SitemapKind } from './sitemap.ts';

const endpoint = { handle: async () => ({ status: 204 }) };
const job = (name: string) => defineJob({ name, input: z.object({}), run: async () => {} });
const data = (name: string, ...covers: string[]): PersonalData => ({ name, covers });
const pages = (name: string): SitemapKind => ({ name, from: sql`t k`, id: 'id', at: null, path: String });

const composed = (features: readonly Feature[], erasure: readonly string[] = []) =>
  compose(features, { routes: { 'GET /health': endpoint }, jobs: [job('sweep')], erasure });

test('an app has the routes, jobs and personal data of all features, and what belongs to none', () => {
  const forum = feature({
    name: 'forum',
    uses: ['users'],
    routes: { 'POST /reply': endpoint },
    jobs: [job('count')],
    personalData: [data('posts', 'post.user_id')],
  });
  const users = feature({ name: 'users', personalData: [data('profile', 'profile.user_id')] });
  const app = composed([users, forum, feature({ name: 'home', uses: ['*'] })], ['posts', 'profile']);
  expect(Object.keys(app.routes)).toEqual(
    expect.arrayContaining(['POST /reply', 'GET /health', 'GET /api/meta/orders', 'GET /api/openapi.json']),
  );
  expect(app.jobs.map(({ name }) => name)).toEqual(['count', 'sweep']);
  expect(app.personalData.map(({ name }) => name)).toEqual(['posts', 'profile']);
});

test('a feature may add something to the routes of others', async () => {
  const forum = feature({ name: 'forum', routes: { 'POST /reply': endpoint } });
  const counted = { handle: async () => ({ status: 201 }) };
  const counting = feature({ name: 'counting', around: (routes) => ({ ...routes, 'POST /reply': counted }) });
  expect(composed([counting, forum]).routes['POST /reply']).toBe(counted);
});

const named = (name: string, ...uses: string[]) => feature({ name, uses });

test.each<[string, Feature[], string[], string]>([
  ['two features of one name', [named('forum'), named('forum')], [], 'The feature "forum" is declared twice'],
  [
    'a feature that does not exist',
    [named('forum', 'userz')],
    [],
    'The feature forum uses "userz", but no feature has this name.',
  ],
  [
    'a circle',
    [named('forum', 'news'), named('news', 'texts'), named('texts', 'forum')],
    [],
    'Features use each other in a circle: forum → news → texts → forum.',
  ],
  [
    'a route of two features',
    [
      feature({ name: 'forum', routes: { 'GET /x': endpoint } }),
      feature({ name: 'news', routes: { 'GET /x': endpoint } }),
    ],
    [],
    'The route "GET /x" is declared twice: by forum and by news.',
  ],
  [
    'a route of the server',
    [feature({ name: 'forum', routes: { 'GET /health': endpoint } })],
    [],
    'The route "GET /health" is declared twice: by forum and by src/app.ts.',
  ],
  [
    'a contribution by the route of another feature',
    [
      feature({ name: 'forum', contributions: { 'POST /x': { occasion: 'posts' } } }),
      feature({ name: 'news', routes: { 'POST /x': endpoint } }),
    ],
    [],
    'The feature forum has no route "POST /x", which it declares as a contribution.',
  ],
  [
    'a job twice',
    [feature({ name: 'forum', jobs: [job('count'), job('count')] })],
    [],
    'The job "count" is declared twice: by forum and by forum.',
  ],
  [
    'a column that two entries cover',
    [
      feature({
        name: 'forum',
        personalData: [data('posts', 'post.user_id'), data('votes', 'post.user_id')],
      }),
    ],
    ['posts', 'votes'],
    'The column "post.user_id" is declared twice',
  ],
  [
    'a kind of pages twice',
    [
      feature({ name: 'forum', sitemap: [pages('threads')] }),
      feature({ name: 'news', sitemap: [pages('threads')] }),
    ],
    [],
    'The kind of pages "threads" is declared twice: by forum and by news.',
  ],
  [
    'personal data twice',
    [
      feature({ name: 'forum', personalData: [data('posts')] }),
      feature({ name: 'news', personalData: [data('posts')] }),
    ],
    ['posts'],
    'The personal data "posts" is declared twice: by forum and by news.',
  ],
  [
    'personal data without a place',
    [feature({ name: 'forum', personalData: [data('posts')] })],
    [],
    'The personal data "posts" has no place in the order of erasure (src/app.ts).',
  ],
  [
    'a place without personal data',
    [named('forum')],
    ['posts'],
    'The order of erasure names "posts", but no feature declares this personal data.',
  ],
])('%s is refused', (_, features, erasure, sentence) => {
  expect(() => composed(features, erasure)).toThrow(sentence);
});
