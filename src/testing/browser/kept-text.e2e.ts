import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright/test';
import { z } from 'zod';
import { routes } from '#routes/routes.ts';
import { pngOf } from '#testing/pictures.ts';
import { expect, test } from './tools/fixtures.ts';
import { awake } from './tools/lists.ts';
import { register } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

test.use({ expectsRefusals: true });

/** Signs out in another tab, as far as the server is concerned. */
const signOut = (context: BrowserContext) => context.clearCookies({ name: /session/ });

async function signInElsewhere(context: BrowserContext, person: { name: string; password: string }) {
  const tab = await context.newPage();
  await tab.goto(routes.login());
  const form = tab.getByRole('main');
  await form.getByLabel(/name/i).fill(person.name);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(tab.getByText('My menu')).toBeAttached();
  await tab.close();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('a thread sent after the session ended is kept, and published by one press once signed in', async ({
      page,
      context,
      signIn,
    }) => {
      const person = await signIn();
      await page.goto(routes.threadCreate(2));
      if (javaScriptEnabled) await awake(page);
      await page.getByLabel('Title').fill('Written for an hour');
      await page
        .getByRole('main')
        .locator('textarea[name="Text"]')
        .fill('A long text\n\nwith two paragraphs.');
      await signOut(context);
      await page.getByRole('button', { name: 'Start thread' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out');
      await expect(page.getByRole('main')).toContainText('Nothing you typed is lost');
      await expect(page.getByLabel('Text')).toHaveValue(/A long text\s+with two paragraphs\./);
      await expect(page.locator('body')).not.toContainText('RequestVerificationToken');
      await signInElsewhere(context, person);
      await page.getByRole('button', { name: 'Send again' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Written for an hour');
      await expect(page.getByRole('main')).toContainText('with two paragraphs.');
    });
  });
}

test('a comment sent after the session ended stays in its field, and is published by one press once signed in', async ({
  page,
  context,
  origin,
  site,
  signIn,
}) => {
  const { script } = await register(origin);
  const trackId = await script.upload(trackFile(site, 'Signed out'), { TrackName: 'Signed out' });
  const person = await signIn();
  await page.goto(routes.trackShow(trackId));
  await awake(page);
  const talk = page.getByRole('region', { name: 'Awards and comments' });
  const field = talk.getByLabel('Write a comment');
  await field.fill('A good track, and well made.');
  await signOut(context);
  const send = talk.getByRole('button', { name: 'Post comment' });
  await send.click();
  await expect(talk.getByRole('alert')).toContainText('You are signed out. Nothing you typed is lost');
  await expect(field).toHaveValue('A good track, and well made.');
  await signInElsewhere(context, person);
  await send.click();
  await expect(talk.getByText('A good track, and well made.').first()).toBeVisible();
  await expect(field).toHaveValue('');
});

test('what was typed into one form of a page remains when another is sent', async ({
  page,
  origin,
  site,
  context,
}) => {
  const { script } = await register(origin);
  await context.addCookies(script.cookies.map(({ name, value }) => ({ name, value, url: origin })));

  await page.goto(routes.userEdit());
  await awake(page);
  await page.getByLabel('About you').fill('Not saved yet');
  await page.getByLabel('Custom address').fill('not-saved-yet');
  const face = page.locator('form').filter({ has: page.getByRole('button', { name: 'Upload' }) });
  await face
    .first()
    .getByLabel('File')
    .setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await pngOf(400, 400, 5),
    });
  await face.first().getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Your picture was changed.')).toBeVisible();
  await expect(page.getByLabel('About you')).toHaveValue('Not saved yet');
  await expect(page.getByLabel('Custom address')).toHaveValue('not-saved-yet');

  const id = await script.upload(trackFile(site, 'Two forms'), { TrackName: 'Two forms' });
  await page.goto(routes.trackEdit(id));
  await awake(page);
  await page.getByLabel('Track name').fill('Renamed');
  await page.getByLabel('Difficulty').selectOption('3');
  const added = (await register(origin)).name;
  const authors = page.getByRole('group', { name: 'Authors' });
  await authors.getByRole('combobox').fill(added);
  await authors.getByRole('button', { name: 'Add', exact: true }).click();
  await authors.getByLabel(`Role of ${added}`).fill('Scenery');
  const pictures = page.getByRole('group', { name: 'Screenshots' });
  const shot = { name: 'shot.png', mimeType: 'image/png', buffer: await pngOf(400, 300, 5) };
  await pictures.locator('input[type="file"]').setInputFiles(shot);
  await expect(page.locator('input[name="ScreenshotFiles[0].Reference"]')).toBeAttached();
  await page.getByLabel('New track file').setInputFiles(trackFile(site, 'Two forms, again'));
  await page.getByRole('button', { name: 'Replace file' }).click();
  await expect(page.getByText('New file saved.')).toBeVisible();
  await expect(page.getByLabel('Track name')).toHaveValue('Renamed');
  await expect(page.getByLabel('Difficulty')).toHaveValue('3');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The track was saved.')).toBeVisible();
  await expect(page.getByLabel('Track name')).toHaveValue('Renamed');
  await expect(authors.getByLabel(`Role of ${added}`)).toHaveValue('Scenery');
  await expect(pictures.getByRole('listitem', { name: /shot\.png/ })).toBeVisible();
  const { Results } = z
    .object({
      Results: z.array(
        z.object({ Authors: z.array(z.object({ Role: z.string() })), Images: z.array(z.unknown()) }),
      ),
    })
    .parse(JSON.parse((await script.send(`/api/tracks?id=${id}&fields=Authors[],Images[]`)).text));
  expect(Results[0]?.Authors.map(({ Role }) => Role)).toContain('Scenery');
  expect(Results[0]?.Images).toHaveLength(1);
});

test('what was typed in a form of the administration is kept when another one is sent', async ({
  page,
  site,
  signIn,
}) => {
  await signIn('admin');
  await page.goto(routes.administrationPart('boards', { site: site.code }));
  const openForm = (label: string) => page.locator('summary').filter({ hasText: label }).first().click();
  const openReason = page.locator('details[open]').getByLabel('Reason');
  await openForm('New board');
  await openReason.fill('Not sent yet');
  await openForm('Change');
  await page.locator('details[open]').getByLabel('What belongs here').fill(`What is new: ${randomUUID()}`);
  await openReason.fill('As it is meant');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByRole('status')).toContainText('Saved. Changed a board');
  // its form is opened again
  await expect(openReason).toHaveValue('Not sent yet');
  await openForm('Change');
  await expect(openReason).not.toHaveValue('As it is meant');
});
