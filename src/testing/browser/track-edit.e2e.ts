import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright/test';
import { routes } from '#routes/routes.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { expect, test } from './tools/fixtures.ts';
import { awake } from './tools/lists.ts';
import { register } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

test.use({ expectsRefusals: true });

/** A new user whose session the browser has. */
async function signedIn(context: BrowserContext, origin: string) {
  const person = await register(origin);
  const cookies = person.script.cookies.map(({ name, value }) => ({ name, value, url: origin }));
  await context.addCookies(cookies);
  return person;
}

test('a track is edited and gets a new file', async ({ page, site, origin, context }) => {
  const { script } = await signedIn(context, origin);
  const first = trackFile(site, 'First draft');
  const tag = String(site.tags[0]?.id ?? 0);
  // unlisted: otherwise the picture of the deleted track could be missing from a page that another test has just opened
  const id = await script.upload(first, {
    TrackName: 'First draft',
    Tags: tag,
    CustomVisibility: 'true',
    Visible: 'true',
    Listed: 'false',
  });
  const friend = await register(origin);

  await page.goto(routes.trackShow(id));
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit this track');
  await awake(page);
  await expectNoAxeViolation(page);

  await page.getByLabel('Track name').fill('x');
  await page.getByLabel('Track name').evaluate((input) => input.removeAttribute('minlength'));
  await page.getByLabel('Author comments').fill('Mind the [b]gap[/b].');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').first()).toContainText('min. 2 characters long.');
  await expect(page.getByLabel('Track name')).toBeFocused();
  await expect(page.getByLabel('Author comments')).toHaveValue('Mind the [b]gap[/b].');

  await page.getByLabel('Track name').fill('Second draft');
  await addByKeyboard(page, friend.name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The track was saved.')).toBeVisible();
  await expect(page.getByLabel('Track name')).toHaveValue('Second draft');
  await expect(page.getByRole('listitem').filter({ hasText: friend.name })).toContainText('Pending');

  const second = trackFile(site, 'Second draft');
  await page.getByLabel('New track file').setInputFiles([second]);
  await page.getByRole('button', { name: 'Replace file' }).click();
  await expect(page.getByText('New file saved.')).toBeVisible();
  for (const [name, file] of [
    ['Version 2', second],
    ['Version 1', first],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name }).click(),
    ]);
    expect(await readFile(await download.path())).toEqual(file.buffer);
  }
  await page.getByLabel('New track file').setInputFiles([first]);
  await page.getByRole('button', { name: 'Replace file' }).click();
  await expect(page.getByText('This file is already version 1 of this track.')).toBeVisible();
});

/** Types a part of a name, moves to that user and selects them, all from the box. */
async function addByKeyboard(page: Page, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Add a co-author' });
  await box.focus();
  await page.keyboard.type(name.slice(0, -1));
  const options = page.getByRole('listbox', { name: 'Players with this name' }).getByRole('option');
  await expect(options).toHaveText([name]);
  await page.keyboard.press('ArrowDown');
  await expect(options).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');

  await page.keyboard.type(name); // the same again, with Enter only
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'already' })).toContainText(
    'User is already listed as co-author.',
  );
  await box.fill(`${name} who is nobody`);
  await expect(page.getByText('No results.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No player has exactly this name.')).toBeVisible();
  await page.getByLabel(`Role of ${name}`).fill('Scenery');
}

test('a user who is named as an author responds on the page of the track', async ({
  page,
  site,
  origin,
  context,
}) => {
  const ann = await register(origin);
  const ben = await signedIn(context, origin);
  const viewer = await ben.script.viewer();
  const id = await ann.script.upload(trackFile(site, 'Two names'), {
    TrackName: 'Two names',
    Tags: String(site.tags[0]?.id ?? 0),
    'Authors[0].UserId': String(viewer.User?.UserId),
    'Authors[0].Role': 'lights',
  });
  await page.goto(routes.trackShow(id));
  const request = page.getByRole('form', { name: 'Co-author request' });
  await expect(request).toContainText(`${ann.name} added you as a co-author of this track, for: lights`);
  await request.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: ben.name }).first()).toBeVisible();
  await expect(request).toHaveCount(0);
});
