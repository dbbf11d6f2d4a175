import { describe, expect, test } from 'vitest';
import { app } from '#app.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { shareOf } from '#testing/shares.ts';
import { ask, type Requested } from './asker.ts';
import type { Operation } from './operation.ts';
import { operations, requestOf } from './operations.ts';
import type { Role } from './roles.ts';
import { makeRightsWorld } from './scene.ts';
import { undone } from './undone.ts';

// PostgreSQL cannot store the character with code 0: a text that contains it is cleaned or refused, never a server error.
const { db } = await testDb();
const world = await makeRightsWorld(await testCtx({ db, site: 'tmnf' }));

/** The same request once for each of its texts, with that character in it. */
function withNul(requested: Requested): Requested[] {
  const inQuery = Object.entries(requested.query ?? {}).map(([name, value]) => ({
    ...requested,
    query: { ...requested.query, [name]: `${value}\0` },
  }));
  const inForm = Object.entries(requested.form ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ ...requested, form: { ...requested.form, [name]: `${value}a\0b` } }] : [],
  );
  return [...inQuery, ...inForm];
}

async function statuses(requests: readonly Requested[], roles: readonly Role[]): Promise<number[]> {
  const found: number[] = [];
  for (const role of roles) {
    for (const requested of requests)
      found.push((await undone(world.people[role], (ctx) => ask(ctx, requested))).status);
  }
  return found;
}

const requestFor = (operation: Operation, route: string) =>
  requestOf(operation, route, world.scenes.public, world.nextFile);

describe('an action with a character of code 0 in one of its texts', () => {
  const withTexts = operations
    .flatMap((operation) => operation.routes.map((route) => ({ operation, route })))
    .filter(({ operation, route }) => withNul(requestFor(operation, route)).length > 0);
  test.each(shareOf(withTexts, 4))('$operation.name by $route', async ({ operation, route }) => {
    const requests = withNul(requestFor(operation, route));
    for (const status of await statuses(requests, ['uploader', 'moderator']))
      expect(status).toBeLessThan(500);
  });
});

/** Fields of all forms that are not about a track. */
const form = {
  Name: 'Ann',
  Email: 'ann@example.org',
  Password: 'a long enough phrase',
  OldPassword: 'another phrase',
  Token: 'a',
  mode: '0',
  returnTo: '/',
  popup: '1',
  Act: 'solve',
  Answer: 'Yes.',
  Reason: 'other',
  reportType: '9',
  subjectId: '1',
  Text: 'Something is wrong here.',
  Comment: 'Well driven.',
  Role: 'all',
};

describe('a form about anything else with such a character', () => {
  // passwords are hashed, never stored as text, and the users of this test have none
  const writes = Object.keys(app.routes).filter((route) => !/^GET |password$/.test(route));
  test.each(shareOf(writes, 4))('%s', async (route) => {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace(/:kind/, 'comment').replaceAll(/:\w+/g, '1');
    const requests = withNul({ method, path, form });
    for (const status of await statuses(requests, ['visitor', 'moderator'])) expect(status).toBeLessThan(500);
  });
});
