import type { Page } from 'playwright/test';
import { routes } from '#routes/routes.ts';
import { expectNoAxeViolation } from './tools/axe.ts';
import { expect, photograph, test } from './tools/fixtures.ts';
import { become } from './tools/payloads.ts';
import { register } from './tools/people.ts';

const looks = [
  [360, 'dark'],
  [360, 'light'],
  [1440, 'light'],
  [1440, 'dark'],
] as const;

/** Narrow and wide, day and night: no axe violation, nothing wider than the window. */
async function looksRight(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolation(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([name, width, overflow]).toEqual([name, width, 0]);
    await photograph(page, `sanctions-${name}-${width}-${colorScheme}`, { fullPage: true });
  }
}

async function act(page: Page, label: string, length: string, reason: string): Promise<void> {
  const forms = page.getByRole('region', { name: 'Take action', exact: true }).getByRole('listitem');
  const form = forms.filter({ hasText: label });
  await form.getByText(label).first().click();
  await form.getByLabel('For how long').selectOption({ label: length });
  await form.getByLabel('Reason').fill(reason);
  await form.getByRole('button', { name: label }).click();
}

test.describe('sanctions', () => {
  test.use({ expectsRefusals: true });

  test('a user is muted, suspended, and appeals without a session', async ({
    page,
    context,
    origin,
    site,
    signIn,
  }) => {
    test.setTimeout(180_000);
    const { script, name, password } = await register(origin);
    const userId = (await script.viewer()).User?.UserId ?? 0;
    const record = routes.moderationPerson(site.code, userId);

    await signIn('moderator');
    await page.goto(routes.userShow(userId));
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await act(page, 'Warn the user', '90 days', 'Please stay friendly.');
    await act(page, 'Mute the user', '7 days', 'Insults in three comments.');
    const sanctions = page.getByRole('region', { name: 'Sanctions' });
    await expect(sanctions.getByText('2 active')).toBeVisible();
    // refused: the form is shown again with what was typed
    await act(page, 'Mute the user', '30 days', 'Once more.');
    await expect(page.getByRole('alert')).toContainText('already has an active');
    await expect(page.getByLabel('Reason').filter({ visible: true })).toHaveValue('Once more.');
    await looksRight(page, 'record');

    await context.clearCookies();
    await become(context, script);
    await page.goto(routes.accountSanctions());
    await expect(page.getByText(': you can read, but you cannot write.')).toBeVisible();
    await expect(page.getByText('Insults in three comments.')).toBeVisible();
    await looksRight(page, 'own');

    await context.clearCookies();
    await signIn('moderator');
    await page.goto(record);
    await act(page, 'Suspend the user', '30 days', 'Insults again.');
    expect((await script.viewer()).User).toBeNull();
    await page.goto(routes.userShow(userId));
    await expect(page.getByText('Suspended', { exact: true })).toBeVisible();

    await context.clearCookies();
    await page.goto(routes.login());
    await page.getByLabel('Name or email address').fill(name);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText(`You are suspended on ${site.name} until`);
    await looksRight(page, 'sign-in');
    await page.getByRole('link', { name: 'What you can do' }).click();
    await expect(page.getByText('Insults again.')).toBeVisible();
    await looksRight(page, 'suspended');
    await page.getByLabel('Why is this wrong?').fill('It was my brother.');
    await page.getByRole('button', { name: 'Appeal' }).click();
    await expect(page.getByRole('status')).toContainText('Waiting');
  });
});
