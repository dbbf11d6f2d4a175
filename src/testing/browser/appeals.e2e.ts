import { randomUUID } from 'node:crypto';
import { routes } from '#routes/routes.ts';
import { axeViolations } from './tools/axe.ts';
import { demoComment, demoPerson } from './tools/demo.ts';
import { expect, grant, photograph, test } from './tools/fixtures.ts';
import { become, sent } from './tools/payloads.ts';
import { register } from './tools/people.ts';

const ways = [
  [360, 'dark'],
  [1440, 'light'],
] as const;

test.describe('appeals', () => {
  test.use({ javaScriptEnabled: false, expectsRefusals: true });

  test('from the decision to the answer, by plain forms', async ({ page, context, origin, site, signIn }) => {
    const { script: writer } = await register(origin);
    const { script: moderator, name } = await register(origin);
    await grant(name, 'moderator', site);
    const { TrackId } = (await demoComment(origin)).Track;
    const Comment = `Look at my page ${randomUUID().slice(0, 8)}`;
    const answer = await sent(writer, routes.commentUpdate(TrackId, 'comment', 0), { Comment });
    const { CommentId } = JSON.parse(answer);
    await sent(moderator, routes.commentDelete(CommentId), { Reason: 'An advertisement.' });

    await become(context, writer);
    await page.goto(routes.decisions());
    const decision = page.getByRole('listitem').filter({ hasText: Comment });
    await expect(decision).toContainText('An advertisement.');
    await expect(decision).not.toContainText(name);
    await decision.getByText('Appeal').first().click();
    const field = decision.getByLabel('Why is this wrong?');
    await field.fill('   ');
    await decision.getByRole('button', { name: 'Send appeal' }).click();
    await expect(decision.getByRole('alert')).toContainText('say why this is wrong');
    await field.fill('It is the page of the track itself.');
    await decision.getByRole('button', { name: 'Send appeal' }).click();
    await expect(page.getByRole('status')).toContainText('Appeal sent');

    const own = page.getByRole('listitem').filter({ hasText: Comment });
    await context.clearCookies();
    await become(context, moderator);
    await page.goto(routes.appeals());
    while ((await own.count()) === 0) await page.getByRole('link', { name: 'Next page' }).click();
    await expect(own).toContainText('another moderator or a site leader must decide');
    await signIn('moderator');
    await page.goto(routes.appeals());
    while ((await own.count()) === 0) await page.getByRole('link', { name: 'Next page' }).click();
    await own.getByLabel('Answer to the user').fill('You are right.');
    await own.getByRole('button', { name: /^Undo the action/ }).click();
    await expect(page.getByRole('heading', { name: 'Appeals' })).toBeVisible();
    await page.goto(routes.appeals('undone'));
    await expect(own).toContainText('You are right.');

    await context.clearCookies();
    await become(context, writer);
    await page.goto(routes.decisions());
    await expect(page.getByRole('main')).toContainText('Your appeal: decision undone');
    await page.goto(routes.trackShow(TrackId));
    await expect(page.getByText(Comment)).toBeVisible();
  });
});

test('decisions, appeals and figures of the demo look right', async ({ page, context, origin, site }) => {
  test.setTimeout(120_000); // screenshots and accessibility checks, also on a busy machine
  for (const [name, path] of [
    ['decisions', routes.decisions()],
    ['appeals', routes.appeals()],
    ['figures', routes.moderationFigures()],
  ] as const) {
    await context.clearCookies();
    await become(context, await demoPerson(origin, name === 'appeals' ? 'piston' : 'nimbus'));
    for (const [width, colorScheme] of ways) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(path);
      const appeal = page.locator('summary').filter({ hasText: 'Appeal against' });
      if ((await appeal.count()) > 0) await appeal.first().click();
      await photograph(page, `${site.code}-demo-${name}-${width}`, { fullPage: true });
      expect.soft(await axeViolations(page, { rules: 'wcag' }), name).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(wide, `the width of ${name}`).toBeLessThanOrEqual(width);
    }
  }
});
