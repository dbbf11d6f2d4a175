import { createHash } from 'node:crypto';
import { routes } from '#routes/routes.ts';
import { expect, originOf, sites, test } from './tools/fixtures.ts';
import { send } from './tools/http.ts';

const port = process.env.E2E_PORT;

for (const site of sites) {
  for (const host of [site.host, ...site.aliases]) {
    test(`${host} shows ${site.label}`, async () => {
      const answer = await send(`http://${host}:${port}`, routes.home());
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(site.name);
      expect(answer.text).toMatch(/<title>[^<]*Paddock[^<]*<\/title>/);
    });
  }
}

test('a host of no edition leads to all editions', async ({ page }) => {
  await page.goto(`http://localhost:${port}/`);
  for (const site of sites) {
    const link = page.getByRole('link', { name: site.name }).first();
    await expect(link).toHaveAttribute('href', new RegExp(`^${originOf(site)}/?$`));
  }
  await page
    .getByRole('link', { name: sites[0]?.name ?? '' })
    .first()
    .click();
  await expect(page).toHaveURL(`${originOf(sites[0] ?? fail())}/`);
});

test('an edition does not find the tracks of another', async () => {
  const lists = await Promise.all(
    sites.map((site) =>
      send(originOf(site), `${routes.apiTracks()}?count=1000&fields=TrackId,TrackName,UId`),
    ),
  );
  expect(new Set(lists.map((list) => list.text)).size).toBe(sites.length);
});

test('home pages look different', async ({ browser }) => {
  const looks = new Set<string>();
  for (const site of sites) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: originOf(site) });
    await page.goto(routes.home());
    looks.add(
      createHash('sha256')
        .update(await page.screenshot())
        .digest('hex'),
    );
    await page.close();
  }
  expect(looks.size).toBe(sites.length);
});

function fail(): never {
  throw new Error('sites/ holds no edition');
}
