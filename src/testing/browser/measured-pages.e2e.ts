import { routes } from '#routes/routes.ts';
import { mistakeIn } from '#scripts/bench/pages/check.ts';
import { pageTypes, pick } from '#scripts/bench/pages/mix.ts';
import { readOf, someVisitor } from '#scripts/bench/pages/people.ts';
import { communityOf } from '#scripts/bench/pages/side.ts';
import { Wire } from '#scripts/bench/pages/wire.ts';
import { anySite, expect, sites, test } from './tools/fixtures.ts';

test('every page of the benchmark exists, for visitors and for members', async () => {
  const community = await communityOf(process.env.E2E_DATA_DIR ?? '', sites, anySite);
  const wire = new Wire(Number(process.env.E2E_PORT));
  for (const who of ['visitor', 'member'] as const)
    for (const type of pageTypes.filter(({ share }) => share[who] > 0)) {
      const sender = who === 'member' ? pick(Math.random, community.members) : someVisitor(Math.random);
      const path = type.path(community, (from) => pick(Math.random, from), Math.random);
      const answer = await wire.ask(readOf(anySite.host, sender, path));
      expect(mistakeIn(path, answer, true), `${type.name} for a ${who}`).toBeNull();
    }
  const missing = await wire.ask(readOf(anySite.host, someVisitor(Math.random), `${routes.about()}/nothing`));
  expect(missing.status).toBe(404);
  wire.close();
});
