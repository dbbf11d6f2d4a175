import { routes } from '#routes/routes.ts';
import { expect, test } from './tools/fixtures.ts';
import { register } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

/** Uploads by a browser without scripts. */
test.use({ javaScriptEnabled: false, expectsRefusals: true });

test('what was typed survives a refused upload; several tracks are uploaded at once', async ({
  page,
  site,
  origin,
  signIn,
}) => {
  await signIn();
  const friend = await register(origin);
  const [one, two] = [trackFile(site, 'Plain one'), trackFile(site, 'Plain two')];
  await page.goto(routes.multiTrackUpload());
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('Track file 1').setInputFiles(one);
  await form.getByLabel('Track name 1').fill('Plain one');
  await form.getByLabel('Author comments 1').fill('Typed with care');
  await form.getByText('Co-authors 1').click();
  await form.getByLabel('Exact name of co-author 1').first().fill('Nobody is called this');
  await form.getByLabel('Role of co-author 1').first().fill('signs');
  await form.getByLabel('Difficulty').selectOption({ label: 'Lunatic' });
  await form.getByRole('checkbox').nth(1).check();
  await form.getByLabel('Release', { exact: true }).selectOption({ label: 'Later, or on a date' });
  await form.getByLabel(/^Release date/).fill('2020-02-03T04:05');
  await form.getByRole('button', { name: 'Publish' }).click();

  await expect(form.getByRole('alert')).toContainText('No player has exactly this name.');
  await form.getByLabel('Exact name of co-author 1').first().fill(friend.name);
  await form.getByLabel('Track file 1').setInputFiles(one);
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(form.getByRole('alert')).toContainText('The release date must be set in the future.');
  await expect(form.getByLabel('Track name 1')).toHaveValue('Plain one');
  await expect(form.getByLabel('Author comments 1')).toHaveValue('Typed with care');
  await expect(form.getByLabel('Role of co-author 1').first()).toHaveValue('signs');
  await expect(form.getByLabel('Difficulty')).toHaveValue('3');
  await expect(form.getByRole('checkbox').nth(1)).toBeChecked();
  await expect(form.getByLabel(/^Release date/)).toHaveValue('2020-02-03T04:05');

  await form.getByLabel('Release', { exact: true }).selectOption({ label: 'Now' });
  await form.getByLabel('Track file 1').setInputFiles(one);
  await form.getByLabel('Track file 2').setInputFiles(two);
  await form.getByLabel('Track name 2').fill('Plain two');
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Plain two' }).first()).toBeVisible();
  await page.goto(`${routes.trackSearch()}/mytracks`);
  for (const name of ['Plain one', 'Plain two']) {
    await expect(page.getByRole('main').getByRole('link', { name }).first()).toBeVisible();
  }
});
