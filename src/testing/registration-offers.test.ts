import { expect, test } from 'vitest';
import { readSources } from './architecture/sources.ts';

/** Every file of the site that links to the page on which accounts are created, and how it learns whether any can be. */
const offers: Readonly<Record<string, string>> = {
  'src/features/accounts/sign-in/ui/SignInLink.astro':
    'canRegister !== false && <a class="tool" href={routes.register',
  'src/features/home/ui/Intro.astro': 'canRegister && <Button href={routes.register',
  'src/features/search/find-pages.ts': 'canRegister ? [register]',
  'src/pages/login.astro': 'takesRegistrations(ctx).ok && <a href={routes.register',
};

/** The form itself with its endpoint, and what lists addresses without offering any. */
const noOffers = [
  'src/features/accounts/sign-in/server/endpoints.ts',
  'src/features/accounts/sign-in/ui/RegisterForm.astro',
  'src/features/discovery/robots.ts',
];

const isOfSite = (path: string) =>
  /^src\/(features|layouts|pages|ui)\//.test(path) && !/\.(dbtest|test|e2e)\.tsx?$/.test(path);
const linking = readSources(process.cwd()).filter(
  ({ path, text }) => isOfSite(path) && text.includes('routes.register'),
);

test('an account is offered only where the switch of the edition is asked', () => {
  const expected = [...Object.keys(offers), ...noOffers].sort();
  expect(linking.map(({ path }) => path).sort()).toEqual(expected);
});

test.each(Object.entries(offers))('%s asks the switch', (file, asking) => {
  expect(linking.find(({ path }) => path === file)?.text).toContain(asking);
});
