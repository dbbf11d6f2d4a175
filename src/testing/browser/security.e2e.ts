import { routes } from '#routes/routes.ts';
import { attributeOf, elementsOf, type HtmlElement, parseHtml } from '#testing/html.ts';
import { scoreOf } from '#testing/observatory.ts';
import { pages } from './pages/pages.ts';
import { demoTrack } from './tools/demo.ts';
import { expect, originOf, sites, test } from './tools/fixtures.ts';
import { type Answer, send } from './tools/http.ts';
import { register, Script } from './tools/people.ts';

const tokenName = '__RequestVerificationToken';

function expectProblem(answer: Answer, status: number): void {
  expect(answer.status, answer.text).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({
    status,
    title: expect.any(String),
    detail: expect.any(String),
  });
}

test.describe('a form without a valid token does nothing', () => {
  const tokens: [string, (origin: string, script: Script) => Promise<string | undefined>][] = [
    ['missing', async () => undefined],
    ['invented', async () => 'abc.def.ghi'],
    ['foreign', async (origin) => (await new Script(origin).viewer()).RequestVerificationToken],
    ["a visitor's, from before signing in", async (_, script) => script.tokenAsVisitor],
  ];
  for (const [kind, token] of tokens) {
    test(kind, async ({ origin }) => {
      const { script, name } = await register(origin);
      const sent = await token(origin, script);
      const form: Record<string, string> = sent === undefined ? {} : { [tokenName]: sent };
      for (const [method, path] of writes) expectProblem(await script.send(path, method, form), 400);
      expect((await script.viewer()).User?.Name, 'still signed in').toBe(name);
    });
  }

  const writes = [
    ['POST', routes.logout()],
    ['POST', routes.accountPassword()],
    ['POST', routes.register()],
    ['POST', routes.login()],
    ['POST', routes.trackUpload()],
    ['PUT', routes.toggleUi(1)],
  ] as const;
});

test('HEAD of a page has the headers of GET and no body', async ({ origin }) => {
  const unknown = { name: 'no track', path: () => routes.trackShow(999_999_999) };
  for (const { name, path } of [...pages.filter(({ reads }) => reads), unknown]) {
    const address = await path(origin);
    const [get, head] = [await send(origin, address), await send(origin, address, { method: 'HEAD' })];
    expect([head.status, head.bytes.length], name).toEqual([get.status, 0]);
    expect(Object.keys(head.headers).sort(), name).toEqual(Object.keys(get.headers).sort());
    expect(head.headers['content-type'], name).toBe(get.headers['content-type']);
  }
});

test('cookies cannot be read by scripts, stay on the site, and are Secure on https', async ({
  origin,
  site,
}) => {
  const overHttp = await send(origin, routes.viewer());
  const overHttps = await send(origin, routes.viewer(), { headers: { 'x-forwarded-proto': 'https' } });
  for (const [answer, secure] of [
    [overHttp, false],
    [overHttps, true],
  ] as const) {
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/;\s*HttpOnly/i);
      expect(cookie).toMatch(/;\s*SameSite=Lax/i);
      expect(cookie).toContain(site.code);
      expect(/;\s*Secure/i.test(cookie)).toBe(secure);
      expect(cookie.startsWith('__Host-')).toBe(secure);
    }
  }
});

const byHttps = { 'x-forwarded-proto': 'https' };

for (const site of sites) {
  test(`behind TLS the pages of ${site.label} score 120 or more at Mozilla's Observatory`, async () => {
    for (const path of [routes.home(), routes.login(), routes.about(), routes.trackSearch()]) {
      const { status, headers, text } = await send(originOf(site), path, { headers: byHttps });
      expect(status, path).toBe(200);
      const { score, findings } = scoreOf({ headers, html: text });
      expect(score, `${path}: ${JSON.stringify(findings)}`).toBeGreaterThanOrEqual(120);
    }
  });

  test(`endpoints of the framework that ${site.label} does not use are closed`, async () => {
    for (const path of [
      '/_image',
      '/_image?href=/images/no-image.svg&w=9&h=9&f=webp',
      '/%5Fimage?href=/images/no-image.svg&w=9&h=9&f=webp',
      '/%255Fimage?href=/images/no-image.svg&w=9&h=9&f=webp',
      '/_server-islands/x',
      '/_actions/x',
    ]) {
      const { status } = await send(originOf(site), path);
      expect(status, path).toBe(404);
    }
  });
}

test.describe('after signing out, going back shows nothing about the user', () => {
  for (const path of [routes.account(), routes.about()]) {
    test(path, async ({ page, signIn: signInAs }) => {
      const { name } = await signInAs();
      await page.goto(path);
      await page.getByText('My menu').locator('..').click();
      await expect(page.getByRole('banner').getByText(name, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
      await page.goBack();
      // the account page asks to sign in; a public page offers it
      const signIn = page
        .getByRole('link', { name: 'Sign in' })
        .or(page.getByRole('button', { name: 'Sign in' }));
      await expect(signIn.first()).toBeVisible();
      expect(await page.content()).not.toContain(name);
    });
  }
});

test.describe('signing in never leads away from the site', () => {
  for (const target of [
    'https://example.org/',
    '//example.org/',
    '/\\example.org/',
    '/%09/example.org',
    'javascript:alert(1)',
  ]) {
    test(target, async ({ origin }) => {
      const { name, password } = await register(origin);
      const visitor = new Script(origin);
      const elements = elementsOf(parseHtml(await visitor.page(routes.login(target))));
      const form = elements.find(
        (element) => element.tagName === 'form' && elementsOf(element).some(isPasswordField),
      );
      if (!form) throw new Error('The page has no form to sign in.');
      const fields = elementsOf(form)
        .filter((element) => element.tagName === 'input')
        .map((input) => [attributeOf(input, 'name') ?? '', attributeOf(input, 'value') ?? '']);
      const filled = { ...Object.fromEntries(fields), Name: name, Password: password };
      const answer = await visitor.send(attributeOf(form, 'action') ?? '', 'POST', filled, 'text/html');
      expect(answer.status, answer.text).toBe(303);
      const goal = new URL(answer.headers.location ?? '', origin); // as a browser reads it
      expect([goal.origin, goal.pathname]).toEqual([origin, expect.not.stringMatching(/^\/login$/)]);
      expect((await visitor.viewer()).User?.Name).toBe(name);
    });
  }

  const isPasswordField = (element: HtmlElement) => attributeOf(element, 'name') === 'Password';
});

test('an unknown track shows a page that says so', async ({ origin }) => {
  const lost = await send(origin, routes.trackShow((await demoTrack(origin)).TrackId + 999_999));
  expect(lost.status).toBe(404);
  expect(lost.text).toContain('</html>');
});
