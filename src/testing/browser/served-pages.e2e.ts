import { policyOf } from '#testing/foreign-html.ts';
import { elementsOf, parseHtml } from '#testing/html.ts';
import { pages } from './pages/pages.ts';
import { anySite, expect, grant, sites, test } from './tools/fixtures.ts';
import type { Answer } from './tools/http.ts';
import { register, Script } from './tools/people.ts';

for (const site of sites) {
  test.describe(site.label, () => {
    test.use({ site });
    test('serves every page to those it is for, and asks visitors to sign in, under a strict policy', async ({
      origin,
    }) => {
      const visitor = new Script(origin);
      const { script: user } = await register(origin);
      const { script: moderator, name } = await register(origin);
      await grant(name, 'moderator', site);
      const { script: administrator, name: adminName } = await register(origin);
      await grant(adminName, 'admin', null);
      const people = { account: user, moderator, administrator };
      for (const visited of pages) {
        const path = await visited.path(origin);
        const answer = await (visited.needs ? people[visited.needs] : visitor).arrive(path);
        expect([path, answer.status]).toEqual([path, visited.status ?? 200]);
        expect(answer.text, path).toContain('<h1');
        if (site === anySite) expectStrictPolicy(path, answer);
        if (!visited.needs || visited.status !== undefined) continue;
        const asVisitor = await visitor.arrive(path);
        // what is for the crew alone may as well not exist
        const expected = visited.needs === 'account' ? [200, 401] : [200, 401, 404];
        expect(expected, `${path} for visitors`).toContain(asVisitor.status);
        if (asVisitor.status === 404) continue;
        const main = asVisitor.text.slice(asVisitor.text.indexOf('<main'));
        expect(main, `${path} for visitors`).toMatch(/sign in/i);
      }
    });
  });
}

/** The headers and the content policy of a page; the server sets them for all editions alike. */
function expectStrictPolicy(path: string, { headers, text }: Answer): void {
  // a prerendered page contains it
  const policy = policyOf(elementsOf(parseHtml(text)), { headers, text });
  expect(policy, path).toContain("default-src 'none'");
  expect(policy, path).toMatch(/style-src [^;]*'self'/);
  expect(policy, path).not.toMatch(/style-src[^;]*('unsafe-inline'|\*)/);
  for (const closed of ["object-src 'none'", "base-uri 'none'", "form-action 'self'"])
    expect(policy, path).toContain(closed);
  expect(headers['cross-origin-resource-policy'], path).toBe('same-origin');
  expect(headers['permissions-policy'], path).toContain('camera=()');
  expect(policy, path).toMatch(/script-src [^;]*'self'/);
  expect(policy, path).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*)/);
  expect(policy, path).toContain("frame-ancestors 'none'");
  expect(headers['x-content-type-options'], path).toBe('nosniff');
  expect(headers['referrer-policy'], path).toBeTruthy();
}
