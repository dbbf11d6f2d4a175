import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { type BrowserContext, test as base, expect, type Page } from 'playwright/test';
import { openDb } from '#db/client.ts';
import { systemClock } from '#platform/clock.ts';
import { findServer } from '#platform/postgres/embedded.ts';
import { adminCommand } from '#scripts/admin-commands.ts';
import { allSites } from '#sites/all.ts';
import type { Site } from '#sites/schema.ts';
import { type Person, register } from './people.ts';

/** Every edition, including a fifth one. */
export const sites = await allSites();

const first = sites[0];
if (!first) throw new Error('sites/ holds no edition');
/** For tests that apply to any edition. */
export const anySite: Site = first;

export const originOf = (site: Site) => `http://${site.host}:${process.env.E2E_PORT}`;

interface Fixtures {
  /** the edition under test; choose another with test.use({ site }) */
  site: Site;
  origin: string;
  /** responses of 400 and above, or missing ones, are part of this test: the browser's console line about them is not a failure */
  expectsRefusals: boolean;
  /** signs in a new user in the browser, optionally with a level on the site or as administrator of all sites */
  signIn: (level?: string) => Promise<Person>;
  /** the same for tests that only read: they share one user per edition and level */
  signInToLook: (level?: string) => Promise<Person>;
}

type Newcomer = Awaited<ReturnType<typeof register>>;
/** One process runs many tests: users who only read sign in once. */
const readers = new Map<string, Promise<Newcomer>>();

/** Any console error, uncaught exception or request to another host fails a test. */
export const test = base.extend<Fixtures>({
  site: [anySite, { option: true }],
  expectsRefusals: [false, { option: true }],
  origin: async ({ site }, use) => use(originOf(site)),
  baseURL: async ({ origin }, use) => use(origin),
  extraHTTPHeaders: async ({ browserName: _ }, use) =>
    use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` }),
  context: async ({ context, expectsRefusals }, use) => {
    const wrong: string[] = [];
    context.on('page', (page) => watch(page, wrong, expectsRefusals));
    await use(context);
    expect(wrong, 'what the browser complained about').toEqual([]);
  },
  signIn: async ({ context, origin, site }, use) =>
    use(async (level) => {
      const person = await newcomer(origin, site, level);
      await adopt(context, origin, person);
      return person;
    }),
  signInToLook: async ({ context, origin, site }, use) =>
    use(async (level) => {
      const person = await shared(origin, site, level);
      await adopt(context, origin, person);
      return person;
    }),
});

/** The user of this worker who has this level on this edition; made when first requested. */
function shared(origin: string, site: Site, level: string | undefined): Promise<Newcomer> {
  const key = `${site.code} ${level}`;
  const person = readers.get(key) ?? newcomer(origin, site, level);
  readers.set(key, person);
  return person;
}

async function newcomer(origin: string, site: Site, level: string | undefined): Promise<Newcomer> {
  const person = await register(origin);
  if (level) await grant(person.name, level, level === 'admin' ? null : site);
  return person;
}

const adopt = (context: BrowserContext, origin: string, person: Newcomer) =>
  context.addCookies(
    person.script.cookies.map((cookie) => ({ ...cookie, url: origin, httpOnly: true, sameSite: 'Lax' })),
  );

export { expect };

/**
 * Saves a picture of the page under `test-results/screenshots/`, if SCREENSHOTS is set: they are for people; no test
 * compares them, and taking them is a tenth of the time of the browser tests.
 */
export async function photograph(
  page: Page,
  name: string,
  options: { fullPage?: boolean } = {},
): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  await page.screenshot({ path: `test-results/screenshots/${name}.jpg`, quality: 85, ...options });
}

function watch(page: Page, wrong: string[], expectsRefusals: boolean): void {
  page.on('console', (message) => {
    const refusal =
      /^Failed to load resource: (the server responded with a status of [45]\d\d|net::ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE|CONNECTION_\w+))/.test(
        message.text(),
      );
    if (message.type() !== 'error' || (refusal && expectsRefusals)) return;
    wrong.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => wrong.push(`${error.name}: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, hostname, href } = new URL(request.url());
    const ours = hostname === 'localhost' || sites.some((site) => site.host === hostname);
    if (protocol.startsWith('http') && !ours) wrong.push(`request to another host: ${href}`);
  });
}

/** Grants the level on an edition or on all, with the administrator's command, run in this process. */
export async function grant(name: string, level: string, site: Site | null): Promise<void> {
  const server = await findServer(join(process.env.E2E_DATA_DIR ?? '', 'postgres'));
  if (!server) throw new Error('The database of the server under test is not running.');
  const { db, close } = openDb(server.url, { max: 1 });
  try {
    const services = { db, clock: systemClock, log: pino({ level: 'silent' }), sites };
    await adminCommand(services, ['grant', name, level, ...(site ? ['--site', site.code] : [])]);
  } finally {
    await close();
    await server.stop();
  }
}
