import { routes } from '#routes/routes.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { demoTrack } from './tools/demo.ts';
import { expect, test } from './tools/fixtures.ts';
import { Script } from './tools/people.ts';

interface Driven {
  TrackId: number;
  ReplayAt: string;
}

/** The demo track with the most replays, and when its first one was driven. */
async function drivenTrack(origin: string): Promise<Driven & { replays: number }> {
  const read = async <Row>(path: string): Promise<Row[]> =>
    (JSON.parse((await new Script(origin).send(path)).text) as { Results: Row[] }).Results; // our own list, of these fields
  const all = await read<{ Track: { TrackId: number }; ReplayAt: string }>(
    '/api/replays?count=1000&fields=Track.TrackId,ReplayAt&order1=3',
  );
  const byTrack = Map.groupBy(all, ({ Track }) => Track.TrackId);
  const [most] = [...byTrack.values()].toSorted((a, b) => b.length - a.length);
  const [first] = most ?? [];
  return { TrackId: first?.Track.TrackId ?? 0, ReplayAt: first?.ReplayAt ?? '', replays: most?.length ?? 0 };
}

test('the leaderboard of a date: links, form and slider; the address restores it', async ({
  page,
  origin,
}) => {
  const { TrackId, ReplayAt, replays } = await drivenTrack(origin);
  expect(replays).toBeGreaterThan(3);
  await page.goto(routes.trackShow(TrackId));
  await page.getByRole('main').getByRole('link', { name: 'History', exact: true }).click();
  await expect(page).toHaveURL(routes.trackReplayShow(TrackId));
  const main = page.getByRole('main');
  const table = main.getByRole('table', { name: 'Leaderboard on that date' });
  const rows = table.getByRole('row');
  const today = await rows.count();
  await expectNoAxeViolation(page);

  await main.getByRole('link', { name: /^Previous record/ }).click();
  await expect(page).toHaveURL(/[?&]at=/);
  await expect(main.getByRole('heading', { name: /^Leaderboard on/ })).toBeVisible();
  await page.goBack();
  await expect(main.getByRole('heading', { name: 'Leaderboard today' })).toBeVisible();
  await expect(rows).toHaveCount(today);

  const slider = main.getByRole('slider', { name: 'Day' });
  await slider.press('Home');
  const day = ReplayAt.slice(0, 10);
  await expect(page).toHaveURL(new RegExp(`at=${day}`));
  await expect(main.getByRole('heading', { name: /^Leaderboard on/ })).toContainText(day);
  await expect(slider).toBeFocused();
  const early = await rows.count();
  expect(early).toBeLessThan(today);
  await page.reload();
  await expect(rows).toHaveCount(early);
  await expect(main.getByRole('img', { name: /^Record history/ })).toBeVisible();

  await main.getByRole('checkbox', { name: 'Show beaten' }).check();
  await expect(page).toHaveURL(/beaten=1/);

  for (const [mode, width] of [
    ['day', 1440],
    ['night', 1440],
    ['day', 360],
    ['night', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: mode === 'day' ? 'light' : 'dark' });
    for (const path of [routes.trackReplayShow(TrackId), routes.trackShow(TrackId)]) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
  await expectNoAxeViolation(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the form and the links lead to the leaderboard of a date', async ({ page, origin }) => {
    const { TrackId, ReplayAt } = await drivenTrack(origin);
    await page.goto(routes.trackReplayShow(TrackId));
    await expect(page.getByRole('slider')).toBeHidden();
    await page.getByLabel('Leaderboard on').fill(ReplayAt.slice(0, 10));
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByRole('heading', { name: /^Leaderboard on/ })).toContainText(ReplayAt.slice(0, 10));
    await page.getByRole('link', { name: /^Next record/ }).click();
    await expect(page).toHaveURL(/at=\d{4}-\d\d-\d\dT/);
  });
});

test('the front page shows new records, a profile its medals and places', async ({ page, origin }) => {
  await page.goto(routes.home());
  const records = page.getByRole('region', { name: 'New records' });
  await expect(records.getByRole('row').nth(1)).toBeVisible();
  await expectNoAxeViolation(page);
  const { Uploader } = await demoTrack(origin);
  const board = await new Script(origin).send('/api/leaderboards?count=1&fields=User.UserId');
  const { Results } = JSON.parse(board.text) as { Results: { User: { UserId: number } }[] }; // as requested
  const userId = Results[0]?.User.UserId ?? Uploader.UserId;
  await page.goto(routes.userShow(userId));
  await expect(page.getByRole('heading', { name: 'Leaderboards', exact: true })).toBeVisible();
  await expect(
    page
      .getByRole('table', { name: /^Leaderboards with/ })
      .getByRole('row')
      .nth(1),
  ).toBeVisible();
  await expectNoAxeViolation(page);
});
