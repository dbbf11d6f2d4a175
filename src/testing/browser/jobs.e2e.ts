import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import sharp from 'sharp';
import { routes } from '#routes/routes.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { demoDuel, demoPerson } from './tools/demo.ts';
import { anySite, expect, sites, test } from './tools/fixtures.ts';
import { awake } from './tools/lists.ts';
import { become, sent } from './tools/payloads.ts';
import { newPerson, register } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';
import { uploadPage } from './tools/upload-page.ts';

// What people come for. Each job starts on the front page and follows what is visible there; no address is typed.

test.use({ viewport: { width: 1280, height: 900 } });

/** Counts what a user presses from the front page until a job is done. */
class Job {
  readonly #page: Page;
  #clicks = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async begin(): Promise<void> {
    await this.#page.goto(routes.home());
    this.#clicks = 0;
  }

  async press(target: Locator): Promise<void> {
    await target.click();
    this.#clicks += 1;
  }

  /** The job is done, with at most so many clicks. */
  done(name: string, most: number): void {
    test.info().annotations.push({ type: 'clicks', description: `${name}: ${this.#clicks}` });
    expect.soft(this.#clicks, `clicks to ${name}`).toBeLessThanOrEqual(most);
  }
}

const partsOf = (page: Page) => {
  const bar = page.getByRole('banner');
  const main = page.getByRole('main');
  return {
    bar,
    main,
    title: page.getByRole('heading', { level: 1 }),
    link: (name: string | RegExp) =>
      main.getByRole('link', { name, exact: typeof name === 'string' }).first(),
    button: (name: string | RegExp) =>
      main.getByRole('button', { name, exact: typeof name === 'string' }).first(),
    menu: (name: string) => bar.locator('summary').filter({ hasText: name }).first(),
  };
};

test('a new member registers, uploads two tracks, downloads one, adds a screenshot and a co-author, deletes and restores one, and signs out', async ({
  page,
  site,
  origin,
}) => {
  const job = new Job(page);
  const { bar, main, title, link, button, menu } = partsOf(page);
  const person = newPerson();
  const friend = await register(origin);

  await job.begin();
  await job.press(link('Create an account'));
  await main.getByLabel('Name').fill(person.name);
  await main.getByLabel(/mail/i).fill(person.email);
  await main.getByLabel(/^password/i).fill(person.password);
  await job.press(button(/create|register/i));
  await expect(title).toContainText(`Welcome, ${person.name}`);
  job.done('register', 2);

  await job.begin();
  const tail = randomUUID().slice(0, 6);
  const files = [trackFile(site, `First lap ${tail}`), trackFile(site, `Second lap ${tail}`)] as const;
  const upload = uploadPage(page);
  await job.press(bar.getByRole('link', { name: 'Upload', exact: true }));
  await upload.choose(...files);
  await upload.settle();
  const second = upload.panel(files[1]);
  await job.press(second.getByText('Own settings'));
  await second.getByLabel('Difficulty').selectOption({ label: 'Expert' });
  await second.getByLabel('Author comments').fill('Mind the [b]second[/b] corner.');
  await job.press(upload.publish);
  await expect(page.locator(':focus')).toContainText('2 tracks uploaded');
  await job.press(upload.panel(files[1]).getByRole('link', { name: 'View track' }));
  await expect(title).toContainText(`Second lap ${tail}`);
  await expect(main).toContainText('Expert');
  await expect(main).toContainText('Mind the second corner.');
  job.done('upload two tracks with different settings', 4);

  await job.begin();
  await job.press(link(`Second lap ${tail}`));
  const downloaded = page.waitForEvent('download');
  await job.press(link(/^Download/));
  const download = await downloaded;
  expect(await readFile(await download.path())).toEqual(files[1].buffer);
  expect(download.suggestedFilename()).toMatch(/\.Challenge\.Gbx$/);
  job.done('download a track', 2);

  await job.begin();
  await job.press(link(`Second lap ${tail}`));
  await job.press(link('Edit'));
  await awake(page);
  const buffer = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#30a050' } })
    .png()
    .toBuffer();
  await main.getByLabel(/^Screenshots/).setInputFiles([{ name: 'view.png', mimeType: 'image/png', buffer }]);
  await main.getByRole('combobox', { name: 'Add a co-author' }).fill(friend.name);
  await job.press(page.getByRole('option', { name: friend.name }));
  await expect(button(`Remove ${friend.name}`)).toBeVisible();
  await expect(main.locator('.pics__list > li')).toHaveCount(1);
  await expect(main.locator('.pics__list progress')).toHaveCount(0);
  await job.press(button('Save'));
  await expect(main.getByText('The track was saved.')).toBeVisible();
  await expect(main.getByRole('listitem').filter({ hasText: friend.name })).toContainText('Pending');
  job.done('add a screenshot and a co-author', 4);

  await job.begin();
  await job.press(link(`First lap ${tail}`));
  await job.press(link('Edit'));
  await job.press(link('Delete this track'));
  await job.press(button('Delete this track'));
  await job.press(button(`Restore First lap ${tail}`));
  await expect(main.getByText('The track was restored.')).toBeVisible();
  await expect(title).toContainText(`First lap ${tail}`);
  job.done('delete and restore a track', 5);

  await job.begin();
  await job.press(menu('My menu'));
  await expect(bar.getByText(person.name, { exact: true })).toBeVisible();
  await job.press(bar.getByRole('button', { name: 'Sign out' }));
  await expect(bar.getByRole('link', { name: 'Sign in' })).toBeVisible();
  job.done('sign out', 2);
});

test('a visitor finds an easy short track without a record, the best of a builder, a duel, another theme and edition, and help', async ({
  page,
  origin,
}) => {
  const job = new Job(page);
  const { bar, main, title, link, button, menu } = partsOf(page);

  await job.begin();
  await job.press(link('All without a record'));
  await awake(page);
  await job.press(button(/^Filters/));
  await job.press(main.getByText('Kind', { exact: true }));
  await job.press(button('Include Beginner'));
  await job.press(button('Show results'));
  await expect(page).toHaveURL(/difficulty/);
  await job.press(main.locator('.tbl .tn').first());
  await expect(main).toContainText('Beginner');
  job.done('find an easy short track without a record', 6);

  await job.begin();
  await job.press(bar.getByRole('link', { name: 'Users', exact: true }));
  await awake(page);
  await main.getByLabel('Order', { exact: true }).selectOption({ label: 'Most awards received' });
  await expect(page).toHaveURL(/order=8/);
  await expect(main.locator('.usercard').first()).toContainText('award');
  const builder = main.locator('a:has(.tn), a.tn, .tn a').first();
  // an address that its user has chosen opens in a new tab
  const tab = (await builder.getAttribute('target')) === '_blank' ? page.waitForEvent('popup') : null;
  await job.press(builder);
  if (tab) await page.goto((await tab).url());
  await job.press(link('All tracks'));
  await job.press(link('Search these tracks'));
  await awake(page);
  await job.press(button(/^Filters/));
  await main.getByLabel('Awards from').fill('6');
  await job.press(button('Show results'));
  await expect(page).toHaveURL(/awards/);
  await expect(main.locator('.tbl .tn').first()).toBeVisible();
  job.done('find the tracks of a builder with more than five awards', 6);

  await job.begin();
  await job.press(link('All records'));
  await awake(page);
  await job.press(
    main.locator(`.tbl a[href="${routes.trackShow((await demoDuel(origin)).trackId)}"]`).first(),
  );
  const boxes = main.getByRole('checkbox', { name: /^Compare / });
  await job.press(boxes.nth(0));
  await job.press(boxes.nth(1));
  await job.press(button('Compare'));
  await expect(page).toHaveURL(/\?replays=\d+(&replays=|,)\d+/);
  await expect(title).toHaveText(/ ahead of | level with /);
  await expect(button('Who was faster')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('5');
  await expectNoAxeViolation(page);
  job.done('compare two runs of a leaderboard', 5);

  await job.begin();
  await job.press(bar.locator('summary[aria-label="Theme"]'));
  await job.press(bar.getByRole('button', { name: 'Night' }));
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await job.press(menu('Editions'));
  const other = sites.findLast((site) => site !== anySite) ?? anySite;
  await job.press(bar.getByRole('link', { name: new RegExp(other.name) }).first());
  await expect(title).toContainText(other.name);
  job.done('choose a theme and an edition', 4);

  await job.begin();
  await job.press(page.getByRole('contentinfo').getByRole('link', { name: 'Help' }));
  await expect(title).toHaveText('Help');
  await expect(page.locator('html'), 'the theme stays').toHaveCSS('color-scheme', 'dark');
  job.done('find help', 1);
});

test('a member saves a track for later, gives an award and reports a comment, which a moderator removes', async ({
  page,
  context,
  origin,
  site,
}) => {
  const { script: author, name: authorName } = await register(origin);
  const name = `Talked about ${randomUUID().slice(0, 6)}`;
  const trackId = await author.upload(trackFile(site, name), { TrackName: name });
  const Comment = 'Buy two, get three!';
  await sent(author, routes.commentUpdate(trackId, 'comment', 0), { Comment });
  const job = new Job(page);
  const { bar, main, link, button, menu } = partsOf(page);
  // an account old enough to give awards
  await become(context, await demoPerson(origin, 'carol'));

  await job.begin();
  await job.press(
    main
      .locator('.tile')
      .filter({ hasText: name })
      .getByRole('button', { name: /play later/i })
      .first(), // it may be among the tracks without a record, too
  );
  await job.press(menu('My menu'));
  await job.press(bar.getByRole('link', { name: 'Play later' }));
  await expect(link(name)).toBeVisible();
  job.done('save a track for later', 3);

  await job.begin();
  await job.press(link(name));
  await job.press(link('Give award'));
  const liked = main.getByLabel('What did you like about this track?');
  await liked.fill('+1');
  await page.keyboard.press('Control+Enter');
  await expect(main.getByRole('alert')).toContainText('Tell the author what you liked');
  await liked.fill('The last jump lands where your eyes already are.');
  await job.press(button('Give award'));
  await expect(main.getByRole('article', { name: 'carol' })).toContainText('Award');
  await expect(main.getByText('1 award · 1 comment')).toBeVisible();
  await expect(link('You gave this track an award.')).toBeVisible();
  job.done('give an award', 3);

  await job.begin();
  await job.press(link(name));
  await job.press(link(`Report what ${authorName} wrote`));
  await job.press(main.getByLabel('Spam'));
  await main.getByLabel('What happened?').fill('The same text is below every track.');
  await job.press(button('Send report'));
  await expect(page.getByRole('status')).toContainText('We’ll look into it');
  job.done('report a comment', 4);

  await context.clearCookies();
  await become(context, await demoPerson(origin, 'mo'));
  await job.begin();
  await job.press(menu('My menu'));
  await job.press(bar.getByRole('link', { name: /^Moderation/ }).first());
  const cases = main.getByRole('listitem').filter({ hasText: name });
  while ((await cases.count()) === 0) await job.press(link('Next page'));
  await job.press(cases.getByRole('link').first());
  await job.press(main.getByText('Remove the comment').first());
  await job.press(button('Remove the comment'));
  await expect(page.getByRole('status')).toContainText('is closed');
  job.done('handle a report', 7);
});
