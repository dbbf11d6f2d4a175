import { routes } from '#routes/routes.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { expect, grant, test } from './tools/fixtures.ts';
import { become } from './tools/payloads.ts';
import { register } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

test('a text with a link waits, is seen by its author only, withdrawn, and another one released', async ({
  page,
  context,
  origin,
  site,
}) => {
  const { script: author } = await register(origin);
  const trackId = await author.upload(trackFile(site, 'Waited for'), { TrackName: 'Waited for' });
  const { script: writer } = await register(origin);
  const { script: moderator, name } = await register(origin);
  await grant(name, 'moderator', site);
  const write = async (text: string) => {
    await page.goto(routes.commentUpdate(trackId, 'comment', 0));
    await page.getByRole('textbox').fill(text);
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(page).toHaveURL(/#held-\d+$/);
  };

  await become(context, writer);
  await write('My first run: https://clips.example/1');
  const mine = page.getByRole('article', { name: 'Your comment' });
  await expect(mine).toContainText('clips.example');
  await expect(mine).toContainText(/Number \d+ in the queue/);
  await expect(mine).toContainText('It contains a link to another site.');
  await expectNoAxeViolation(page);

  await mine.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page).toHaveURL(/\/heldtext\/\d+$/);
  await expect(mine).toContainText('Withdrawn');
  await expect(mine).toContainText('clips.example');

  await write('My second run: https://clips.example/2');
  const link = new URL(page.url());
  const heldId = Number(/held-(\d+)/.exec(link.hash)?.[1]);
  await context.clearCookies();
  await page.goto(routes.trackShow(trackId));
  await expect(page.getByText('clips.example')).toHaveCount(0);

  await become(context, moderator);
  await page.goto(routes.trackShow(trackId));
  await expect(page.getByText('clips.example')).toHaveCount(0);
  await page.goto(routes.heldText(heldId));
  await expectNoAxeViolation(page);
  await page.getByRole('textbox', { name: /^Reason/ }).fill('A run on this track.');
  await page.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByRole('article')).toContainText('Released');

  await context.clearCookies();
  await page.goto(routes.trackShow(trackId));
  await expect(page.getByText('clips.example/2')).toBeVisible();
});
