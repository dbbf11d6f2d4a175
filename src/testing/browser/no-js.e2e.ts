import { randomUUID } from 'node:crypto';
import { routes } from '#routes/routes.ts';
import { attributeOf, elementsOf, parseHtml, textOf } from '#testing/html.ts';
import { pages } from './pages/pages.ts';
import { expect, test } from './tools/fixtures.ts';
import { homeFrom } from './tools/lists.ts';
import { newPerson, register, Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

test.use({ javaScriptEnabled: false });

test('pages that are only read have their heading and text in the HTML', async ({ origin }) => {
  const visitor = new Script(origin);
  for (const visited of pages.filter((page) => page.reads)) {
    const html = await visitor.page(await visited.path(origin), visited.status);
    const main = elementsOf(parseHtml(html, { runsScripts: false })).find(
      ({ tagName }) => tagName === 'main',
    );
    expect(main && textOf(main), visited.name).toMatch(/\w{3}/);
    const heading = elementsOf(parseHtml(html)).find(({ tagName }) => tagName === 'h1');
    expect(heading && textOf(heading), visited.name).toMatch(/\w/);
    expect(heading && attributeOf(heading, 'hidden'), visited.name).toBeUndefined();
  }
});

test('registering, signing out and signing in are plain forms', async ({ page }) => {
  const person = newPerson();
  await page.goto(routes.register());
  await page.getByRole('main').getByLabel(/^name/i).fill(person.name);
  await page.getByRole('main').getByLabel(/mail/i).fill(person.email);
  await page
    .getByRole('main')
    .getByLabel(/^password/i)
    .fill(person.password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /register|create/i })
    .click();
  await expect(page.getByText(person.name).first()).toBeAttached();
  await page.goto(routes.account());
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeAttached();
  await page.goto(routes.login());
  await page.getByRole('main').getByLabel(/name/i).fill(person.name);
  await page
    .getByRole('main')
    .getByLabel(/^password/i)
    .fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(person.name).first()).toBeAttached();
});

test('a track can be uploaded by a plain form', async ({ page, site, signIn }) => {
  await signIn();
  const name = `Without scripts ${randomUUID().slice(0, 8)}`;
  await page.goto(routes.trackUpload());
  const form = page.getByRole('main').locator('form');
  await form.getByLabel('Track file', { exact: true }).setInputFiles(trackFile(site, name));
  await form.getByLabel('Track name').fill(name);
  await form.getByLabel('Difficulty').selectOption({ label: 'Expert' });
  await form.getByRole('checkbox').first().check();
  await form.getByRole('button').last().click();
  await expect(page).toHaveURL(/\/trackshow\/\d+/);
  await page.goto(homeFrom(Number(/\/trackshow\/(\d+)/.exec(page.url())?.[1])));
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});

test.describe('refusals', () => {
  test.use({ expectsRefusals: true });
  test('a refused form shows the reason and keeps what was typed', async ({ page, origin }) => {
    const taken = await register(origin);
    await page.goto(routes.register());
    await page.getByRole('main').getByLabel(/^name/i).fill(taken.name);
    await page.getByRole('main').getByLabel(/mail/i).fill('somebody@example.org');
    await page
      .getByRole('main')
      .getByLabel(/^password/i)
      .fill('long enough, surely');
    await page
      .getByRole('main')
      .getByRole('button', { name: /register|create/i })
      .click();
    await expect(page.getByText(/taken/i).first()).toBeVisible();
    await expect(page.getByRole('main').getByLabel(/^name/i)).toHaveValue(taken.name);
  });
});
