import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Problem } from '#platform/http/problem.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { shareOf } from '#testing/shares.ts';
import { pages } from '../browser/pages/pages.ts';
import { type Answer, ask } from './asker.ts';
import { notAboutOneTrack } from './elsewhere.ts';
import { operations, requestOf } from './operations.ts';
import { pageOperations } from './pages.ts';
import { roles, type Situation, situations } from './roles.ts';
import { makeRightsWorld, type Scene } from './scene.ts';
import { undone } from './undone.ts';

const { db } = await testDb();
const world = await makeRightsWorld(await testCtx({ db, site: 'tmnf' }));

const letters: Readonly<Record<number, string>> = {
  200: '.',
  204: '.',
  302: '.',
  303: '.',
  401: 'L',
  403: 'D',
  404: 'N',
  409: 'C',
};
const letterOf = ({ status, text }: Answer) => letters[status] ?? `(${status} ${text.slice(0, 80)})`;

/** The results of one action for every role; everything is rolled back. */
async function row(scene: Scene, tryIt: (ctx: TestCtx) => Promise<string>): Promise<string> {
  let found = '';
  for (const role of roles) found += await undone(world.people[role], tryIt);
  return `${scene.situation}: ${found}`;
}

const wanted = (expected: Readonly<Record<Situation, string>>) =>
  situations.map((situation) => `${situation}: ${expected[situation]}`);

for (const operation of operations) {
  test.each(shareOf(operation.routes, 3))(`${operation.name} by %s`, async (route) => {
    const found: string[] = [];
    for (const situation of situations) {
      const scene = world.scenes[situation];
      found.push(
        await row(scene, async (ctx) => {
          const answer = await ask(ctx, requestOf(operation, route, scene, world.nextFile));
          if (operation.holds && answer.status < 400) return operation.holds(answer, scene) ? '.' : '-';
          // the game gets a document with a message: it does not show other statuses
          if (route === 'GET /maniacode/track') return answer.text.includes('<play_track>') ? '.' : 'N';
          // a random track of an empty list is not found
          if (operation.holds && answer.status === 404) return '-';
          return letterOf(answer);
        }),
      );
    }
    expect(found).toEqual(wanted(operation.expected));
  });
}

/** An id that is never used. */
const never = 2_000_000_000;

test.each(
  operations
    .filter((operation) => !operation.holds)
    .flatMap((operation) => operation.routes.map((route) => ({ operation, route }))),
)(
  'to $operation.name by $route a hidden track looks like one that never existed',
  async ({ operation, route }) => {
    const answers = async (scene: Scene) => {
      const answer: Answer[] = [];
      for (const role of ['visitor', 'stranger'] as const)
        answer.push(
          await undone(world.people[role], (ctx) =>
            ask(ctx, requestOf(operation, route, scene, world.nextFile)),
          ),
        );
      return answer;
    };
    const { hidden } = world.scenes;
    const unknown = { ...hidden, trackId: never, commentId: never };
    expect(await answers(hidden)).toEqual(await answers(unknown));
  },
);

for (const operation of pageOperations) {
  test(`${operation.name} on the page ${operation.page}`, async () => {
    const found: string[] = [];
    for (const situation of situations) {
      const scene = world.scenes[situation];
      found.push(
        await row(scene, async (ctx) => {
          try {
            return (await operation.see(ctx, scene)) ? '.' : 'N';
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
            return letterOf({ status: error.status, text: error.message, location: '' });
          }
        }),
      );
    }
    expect(found).toEqual(wanted(operation.expected));
  });
}

test('every route has a row above or a reason why not; those for API tokens have theirs in tokens.dbtest.ts', () => {
  const named = new Set<string>(operations.flatMap((operation) => operation.routes));
  const known = Object.entries(app.routes).flatMap(([route, { scope }]) => (scope ? [] : [route]));
  expect(
    known.filter((route) => !named.has(route) && !(route in notAboutOneTrack)),
    'routes that need a row in operations.ts, or a reason in elsewhere.ts',
  ).toEqual([]);
  expect([...named, ...Object.keys(notAboutOneTrack)].filter((route) => !known.includes(route))).toEqual([]);
  expect(Object.keys(notAboutOneTrack).filter((route) => named.has(route))).toEqual([]);
});

test('every page has a row above or says what else it shows', () => {
  const rows = new Set(pageOperations.map((operation) => operation.page));
  const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.astro') && !/(^|\/)_/.test(file));
  const others = new Set(pages.flatMap(({ file, shows }) => (shows === undefined ? [] : [file])));
  expect(
    files.filter((file) => !rows.has(file) && !others.has(file)),
    'pages that need `shows` in src/testing/browser/pages or, if they show a track by its id, a row in pages.ts',
  ).toEqual([]);
  expect([...rows, ...others].filter((file) => !files.includes(file))).toEqual([]);
});
