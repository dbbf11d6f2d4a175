import { personalLists } from '#features/search/navigation.ts';
import { routes } from '#routes/routes.ts';
import { shareOf } from '#testing/shares.ts';
import { demoPerson } from './tools/demo.ts';
import { anySite, expect, grant, originOf, sites, test } from './tools/fixtures.ts';
import { type DeadLink, deadLinks, kindOf } from './tools/links.ts';
import { register, Script } from './tools/people.ts';

/** Links that promise nothing: own lists, which each user fills, boards that nobody has driven for, and an example of a refusal. */
const mayBeEmpty = new Set(personalLists.map(({ href }) => href));
const isPromise = ({ href, from, why }: DeadLink): boolean => {
  const { pathname } = new URL(href, originOf(anySite));
  if (why === 'an empty list') return !mayBeEmpty.has(href) && pathname !== routes.leaderboards();
  return !(from === routes.api() && why === '400');
};

async function expectNoDeadLinks(viewer: Script, known: Set<string>): Promise<void> {
  const dead = (await deadLinks(viewer, known)).filter(isPromise);
  expect(dead.map(({ href, from, label, why }) => `${why}: ${href} on ${from} (${label})`)).toEqual([]);
}

for (const site of shareOf(sites, 2))
  test(`${site.label}: no link leads nowhere, or to an empty list`, async ({ origin: _ }) => {
    test.setTimeout(180_000); // also on a busy machine
    const origin = originOf(site);
    const known = new Set<string>();
    await expectNoDeadLinks(new Script(origin), known);
    if (site !== anySite) return; // editions differ in their data and in what visitors see of it
    await expectNoDeadLinks(await demoPerson(origin, 'alice'), known); // who builds and drives
    await expectNoDeadLinks(await demoPerson(origin, 'mo'), known);
    await expectNoDeadLinks(await administrator(origin), known);
  });

async function administrator(origin: string): Promise<Script> {
  const { script, name } = await register(origin);
  await grant(name, 'admin', null);
  return script;
}

test('links are of a kind if they differ in numbers and places in lists only', () => {
  expect(kindOf('/trackshow/12?packid=3')).toBe(kindOf('/trackshow/7?packid=40&replays.from=9'));
  expect(kindOf('/tracksearch?query=a&order=3')).toBe(kindOf('/tracksearch?query=a'));
  expect(kindOf('/tracksearch?query=a')).not.toBe(kindOf('/tracksearch?query=b'));
});
