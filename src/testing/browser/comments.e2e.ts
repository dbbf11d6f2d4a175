import type { Locator, Page } from 'playwright/test';
import { routes } from '#routes/routes.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { expect, test } from './tools/fixtures.ts';
import { awake } from './tools/lists.ts';
import { register, type Script } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

const hostile = `<script>alert(1)</script><img src=x onerror=alert(2)>[url=javascript:alert(3)]x[/url]`;

/** Writes as a script would; returns the id of the comment. */
async function say(script: Script, trackId: number, text: string, replyTo = 0): Promise<number> {
  const answer = await script.post(routes.commentUpdate(trackId, 'comment', 0), {
    Comment: text,
    ...(replyTo > 0 && { replyTo: String(replyTo) }),
  });
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text).CommentId;
}

test('comments on a track: write, preview, reply, unfold, change, delete, by keyboard only', async ({
  page,
  origin,
  site,
  signIn,
}) => {
  const { script: author } = await register(origin);
  const trackId = await author.upload(trackFile(site, 'Talked about'), { TrackName: 'Talked about' });
  const typed = `${hostile} [track]${trackId}[/track]`;
  const me = await signIn();
  page.on('dialog', (dialog) => {
    throw new Error(`a dialog was opened: ${dialog.message()}`);
  });
  await page.goto(routes.trackShow(trackId));
  const talk = page.getByRole('region', { name: 'Awards and comments' });
  await expect(talk.getByText('No results found')).toBeVisible();

  // the buttons insert codes, the preview shows them, and hostile text stays text
  const field = talk.getByLabel('Write a comment');
  const bold = talk.getByRole('button', { name: 'Bold' });
  await expect(async () => {
    await field.fill('');
    await bold.click(); // once the page is hydrated
    await expect(field).toHaveValue('[b][/b]', { timeout: 500 });
  }).toPass();
  await page.keyboard.type('Fast');
  await page.keyboard.press('End');
  await page.keyboard.type(` ${typed}`);
  await bold.focus();
  await page.keyboard.press('ArrowRight');
  await expect(talk.getByRole('button', { name: 'Italic' })).toBeFocused();
  await talk.getByRole('button', { name: 'Smileys' }).press('Enter');
  await expect(talk.getByRole('group', { name: 'Smileys' }).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(talk.getByRole('button', { name: 'Smileys' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(`[b]Fast[/b] ${typed} :D `);
  const preview = talk.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('strong')).toHaveText('Fast');
  await expect(preview).toContainText('alert(1)<img src=x onerror=alert(2)>');
  await expect(preview.getByRole('link', { name: 'Talked about' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const first = talk.getByRole('article', { name: me.name }).first();
  await expect(first).toContainText('Fast alert(1)<img');
  await expect(first.getByRole('img', { name: ':D' })).toBeVisible();
  await expect(first.locator('script, [onerror], a[href^="javascript"]')).toHaveCount(0);
  expect(page.url()).toMatch(/comment=\d+#comment-\d+$/);
  const id = Number(/comment=(\d+)/.exec(page.url())?.[1]);

  // more than two replies are folded
  for (const text of ['One', 'Two']) await say(author, trackId, text, id);
  await page.reload();
  const reply = first.getByRole('link', { name: `Reply to ${me.name}` }).first();
  await inPlace(page, reply, talk.getByLabel(`Reply to ${me.name}`));
  await page.keyboard.press('Escape');
  await expect(reply).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(talk.getByLabel(`Reply to ${me.name}`)).toBeFocused();
  await page.keyboard.type('Three');
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoAxeViolation(page);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL((url) => url.searchParams.get('comment') !== String(id));
  // the user's own reply is unfolded
  const third = talk.getByRole('article', { name: me.name }).filter({ hasText: 'Three' }).last();
  await expect(third).toBeVisible();
  await page.goto(routes.trackShow(trackId));
  await expect(talk.getByText('Two', { exact: true })).toBeVisible();
  await expect(talk.getByText('Three', { exact: true })).toBeHidden();
  await talk.getByText('Show all 3 replies').click();
  await expect(talk.getByText('Three', { exact: true })).toBeVisible();

  // changing and deleting the user's own comment
  await inPlace(
    page,
    third.getByRole('link', { name: 'Edit your comment' }),
    talk.getByLabel('Your comment'),
  );
  await expect(talk.getByLabel('Your comment')).toHaveValue('Three');
  await talk.getByLabel('Your comment').fill('Drei');
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Control+Enter')]);
  const changed = talk.getByRole('article', { name: me.name }).filter({ hasText: 'Drei' }).last();
  const question = page.getByRole('dialog', { name: 'Delete this comment' });
  await inPlace(page, changed.getByRole('link', { name: 'Delete your comment' }), question, 'toBeVisible');
  await expectNoAxeViolation(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  const link = changed.getByRole('link', { name: 'Delete your comment' });
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await talk.getByText('Show all 3 replies').click();
  await expect(talk.getByText('Comment has been removed.')).toBeVisible();
  await expect(talk.getByText('Drei')).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectsRefusals: true });
  test('forms work, and what was typed survives a refusal', async ({ page, origin, site, signIn }) => {
    const { script: author } = await register(origin);
    const trackId = await author.upload(trackFile(site, 'Plain'), { TrackName: 'Plain' });
    const id = await say(author, trackId, 'Ask me anything');
    const me = await signIn();
    await page.goto(routes.trackShow(trackId));
    const talk = page.getByRole('region', { name: 'Awards and comments' });
    await talk.getByRole('link', { name: /^Reply to/ }).click();
    await expect(page.getByRole('main').getByText('Ask me anything')).toBeVisible();
    const long = 'x'.repeat(4001);
    await page.getByLabel('Your text').fill(long);
    await page.getByRole('button', { name: 'Post reply' }).click();
    await expect(page.getByRole('alert')).toContainText('Your text has 4001 characters');
    await expect(page.getByLabel('Your text')).toHaveValue(long);
    await page.getByLabel('Your text').fill('Why is the roof blue?');
    await page.getByRole('button', { name: 'Post reply' }).click();
    await expect(talk.getByRole('article', { name: me.name })).toContainText('Why is the roof blue?');
    expect(page.url()).not.toContain(`comment=${id}#`);
    await talk.getByRole('link', { name: 'Delete your comment' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete this comment');
    await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
    await expect(talk.getByText('Comment has been removed.')).toBeVisible();
  });
});

/** Opens something in place. Until the page is hydrated, the link leads to a separate page: then it goes back and tries again. */
async function inPlace(
  page: Page,
  link: Locator,
  opened: Locator,
  state: 'toBeFocused' | 'toBeVisible' = 'toBeFocused',
): Promise<void> {
  const here = page.url();
  await expect(async () => {
    if (page.url() !== here) await page.goto(here);
    await awake(page);
    if (!(await opened.isVisible())) await link.press('Enter');
    await expect(opened)[state]({ timeout: 1000 });
  }).toPass();
}
