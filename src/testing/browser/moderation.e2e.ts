import { randomUUID } from 'node:crypto';
import { routes } from '#routes/routes.ts';
import { axeViolations } from './tools/axe.ts';
import { expect, test } from './tools/fixtures.ts';
import { sent } from './tools/payloads.ts';
import { register } from './tools/people.ts';
import { trackFile } from './tools/track-file.ts';

/** Two comments on a new track, each reported as advertising: the newest cases about comments. */
async function reported(origin: string, site: Parameters<typeof trackFile>[0]) {
  const { script: author } = await register(origin);
  const trackName = `Spammed ${randomUUID().slice(0, 8)}`;
  const trackId = await author.upload(trackFile(site, trackName), { TrackName: trackName });
  const { script: reporter } = await register(origin);
  const made: { CommentId: number; CaseId: number }[] = [];
  for (const Comment of ['Buy two, get three!', 'Buy now!']) {
    const address = routes.commentUpdate(trackId, 'comment', 0);
    const { CommentId } = JSON.parse(await sent(author, address, { Comment }));
    const form = {
      reportType: '4',
      subjectId: `${CommentId}`,
      Reason: 'spam',
      Text: 'Advertising everywhere.',
    };
    made.push({ CommentId, CaseId: JSON.parse(await sent(reporter, routes.postCreate(), form)).CaseId });
  }
  return { made, trackName };
}

test('a case is closed in three keys from the queue: Enter, the letter of the act, Ctrl+Enter', async ({
  page,
  origin,
  site,
  signIn,
}) => {
  const { made, trackName } = await reported(origin, site);
  const [first] = made;
  if (!first) return;
  await signIn('moderator');
  // the queue filtered to comments, from the case on which the keys are tried
  await page.goto(`${routes.moderation('kind=comment')}`);
  const link = page.locator(`#case-${site.code}-${first.CaseId} a[data-open]`);
  while ((await link.count()) === 0) {
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.waitForLoadState();
  }
  const marked = page.locator('[data-marked] a[data-open]');
  for (let steps = 0; steps < 40; steps++) {
    if ((await marked.getAttribute('href')) === (await link.getAttribute('href'))) break;
    await page.keyboard.press(steps % 2 === 0 ? 'j' : 'ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Case ${first.CaseId} on`);
  await page.waitForLoadState(); // the page's script, which listens to the keys, runs after its HTML is read
  await page.keyboard.press('r');
  await expect(page.locator('details[open]').getByLabel('In your own words')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status')).toContainText(`Case ${first.CaseId} on ${site.label} is closed`);
  expect(new URL(page.url()).searchParams.get('kind')).toBe('comment');
  await page.goto(routes.modlog(`comment-${first.CommentId}`));
  const row = page.getByRole('listitem').filter({ hasText: 'Removed a comment' });
  await expect(row).toContainText('This is advertising');
  await expect(row).toContainText(trackName);
});

test('letters are typed in a field, and do nothing if shortcuts of one letter are switched off', async ({
  page,
  origin,
  site,
  signIn,
}) => {
  const { made } = await reported(origin, site);
  await signIn('moderator');
  await page.goto(routes.moderationCase(site.code, made[1]?.CaseId ?? 0));
  await page.keyboard.press('x');
  const answer = page.getByLabel('Answer');
  await expect(answer).toBeFocused();
  // the pre-filled sentence is selected, so that typing replaces it
  const selected = () =>
    answer.evaluate((area) =>
      area instanceof HTMLTextAreaElement ? [area.selectionEnd - area.selectionStart, area.value.length] : [],
    );
  await expect.poll(async () => new Set(await selected()).size).toBe(1);
  await page.keyboard.type('tux');
  await expect(answer).toHaveValue('tux');
  await page.evaluate(() => localStorage.setItem('letters', 'off'));
  await page.reload();
  await page.keyboard.press('x');
  await expect(answer).toBeHidden();
  await page.keyboard.press('t');
  await expect(page.getByText('No one has taken this case.')).toBeVisible();
});

test('the queue, a case with an open form and the viewer’s own reports pass axe and fit a phone', async ({
  page,
  origin,
  site,
  signIn,
}) => {
  const { made } = await reported(origin, site);
  const { script } = await register(origin);
  await signIn('moderator');
  const form = {
    reportType: '4',
    subjectId: `${made[0]?.CommentId}`,
    Reason: 'other',
    Text: 'w'.repeat(200),
  };
  await sent(script, routes.postCreate(), form);
  await page.setViewportSize({ width: 360, height: 800 });
  const caseId = made[0]?.CaseId ?? 0;
  for (const path of [
    routes.moderation(),
    routes.moderation('kind=comment&order=score'),
    routes.moderationCase(site.code, caseId),
    routes.myReports(),
  ]) {
    await page.goto(path);
    if (path.includes(`/${caseId}`)) await page.keyboard.press('r');
    const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide, path).toBeLessThanOrEqual(room ?? 0);
    expect(await axeViolations(page, { rules: 'all', within: 'main' }), path).toEqual([]);
  }
});
