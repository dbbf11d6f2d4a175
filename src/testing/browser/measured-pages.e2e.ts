import { routes } from '#routes/routes.ts';
import { mistakeIn } from '#scripts/bench/pages/check.ts';
import { pageTypes, pick } from '#scripts/bench/pages/mix.ts';
import { readOf, type Sender, someVisitor } from '#scripts/bench/pages/people.ts';
import { communityOf } from '#scripts/bench/pages/side.ts';
import { Wire } from '#scripts/bench/pages/wire.ts';
import { cleaned } from './page-html/normalise.ts';
import { anySite, expect, sites, test } from './tools/fixtures.ts';
import { startAnother } from './tools/server.ts';

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

/** A parameter that no page reads: with it, a page is loaded and rendered for its viewer alone. */
const alone = 'alone.from=1';

test('pages of members that are put together from shared parts are those made for each member alone, in two processes', async () => {
  const { members, tracks, users, packs } = await communityOf(process.env.E2E_DATA_DIR ?? '', sites, anySite);
  const paths = [
    routes.home(),
    ...tracks.slice(0, 6).map((id) => routes.trackShow(id)),
    ...users.slice(0, 3).map((id) => routes.userShow(id)),
    ...packs.slice(0, 2).map((id) => routes.trackPackShow(id)),
  ];
  const another = await startAnother(anySite);
  const differing: string[] = [];
  try {
    for (const port of [Number(process.env.E2E_PORT), another.port]) {
      const wire = new Wire(port);
      const html = async (path: string, member: Sender) => {
        const { status, body } = await wire.ask(readOf(anySite.host, member, path, ''));
        expect(status, path).toBe(200);
        return cleaned(body.toString()).replace(/\?alone\.from=1(&(?:amp;|#38;))?/g, (_, more) =>
          more ? '?' : '',
        );
      };
      for (const path of paths)
        for (const member of members.slice(0, 3)) {
          // a visitor and then the member fill the cache; the third time, the HTML of the parts comes from it as well
          await wire.ask(readOf(anySite.host, someVisitor(Math.random), path));
          await html(path, member);
          let [isSame, tries] = [false, 0];
          // other tests may write between the two requests, but hardly each time
          while (!isSame && tries++ < 4)
            isSame = (await html(path, member)) === (await html(`${path}?${alone}`, member));
          if (!isSame) differing.push(`${path} for user ${member.userId}`);
        }
      wire.close();
    }
  } finally {
    await another.stop();
  }
  expect(differing).toEqual([]);
});
