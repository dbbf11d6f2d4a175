import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright';
import { demoAdminPasswordFile, demoPasswordFile } from '#demo/demo-accounts.ts';
import { ConfigError } from '#platform/env.ts';
import { routes } from '#routes/routes.ts';
import { findBrowser } from '#scripts/find-browser.ts';
import { runCommand } from '#scripts/run-command.ts';
import type { Site } from '#sites/schema.ts';
import { pages } from '../pages/pages.ts';
import type { SmokePage } from '../pages/smoke-page.ts';
import { originOf, sites } from '../tools/fixtures.ts';
import { Script } from '../tools/people.ts';
import { type Shot, saveSheet } from './sheet.ts';

const usage = `Usage: npm run sheets -- FOLDER --data DATA --port PORT
Puts pictures of pages side by side, for people to look at. A server with the demo community must be running on DATA at PORT. Each page
becomes one sheet a width: editions from left to right, by day and by night.
  --pages home,track --editions tmnf --themes day --widths 360   only these
  --as alice                                                     every page as this user of the demo
  --height 3000                                                  where long pages are cut`;

const demoNames = { account: 'alice', moderator: 'mo', administrator: 'admin' } as const;

/** The rows of `all` that are named, in the order of `all`; without names all of them. */
function chosen<T>(all: readonly T[], names: string | undefined, nameOf: (one: T) => string): readonly T[] {
  const wanted = names?.split(',');
  for (const name of wanted ?? []) {
    if (!all.some((one) => nameOf(one) === name)) throw new ConfigError([`There is no "${name}".`]);
  }
  return all.filter((one) => wanted?.includes(nameOf(one)) ?? true);
}

await runCommand(usage, async (closers) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      pages: { type: 'string' },
      editions: { type: 'string' },
      themes: { type: 'string', default: 'day,night' },
      widths: { type: 'string', default: '360,1440' },
      as: { type: 'string' },
      height: { type: 'string', default: '3000' },
    },
  });
  const [folder] = positionals;
  const { data, port } = values;
  if (!folder || !data || !port)
    throw new ConfigError([
      'Say where to, and which server: npm run sheets -- FOLDER --data DATA --port PORT',
    ]);
  process.env.E2E_PORT = port;
  process.env.E2E_DATA_DIR = data;

  const editions = chosen(sites, values.editions, ({ code }) => code);
  const themes = chosen(['day', 'night'] as const, values.themes, (theme) => theme);
  const widths = values.widths.split(',').map(Number);

  /** The cookies with which a page of an edition is opened, by the user who sees it. */
  const sessions = new Map<string, Promise<Script>>();

  function viewerOf(site: Site, { needs }: SmokePage): Promise<Script> {
    const name = values.as ?? (needs && demoNames[needs]);
    const key = `${site.code} ${name}`;
    const session = sessions.get(key) ?? signIn(originOf(site), name);
    sessions.set(key, session);
    return session;
  }

  async function signIn(origin: string, name: string | undefined): Promise<Script> {
    const script = new Script(origin);
    if (name === undefined) return script;
    const file =
      name === demoNames.administrator ? demoAdminPasswordFile(data ?? '') : demoPasswordFile(data ?? '');
    const Password = (await readFile(file, 'utf8')).trim();
    const { status, text } = await script.post(routes.login(), { Name: name, Password });
    if (status >= 400) throw new Error(`${name} cannot sign in at ${origin}: ${text}`);
    return script;
  }

  /** Pictures that load when they come into view are on the sheet, too. */
  async function loadAll(page: Page): Promise<void> {
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
        scrollTo(0, y);
        await new Promise(requestAnimationFrame);
      }
      scrollTo(0, 0);
    });
    await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {}); // pages that follow events never are
  }

  async function photograph(browser: Browser, one: SmokePage, width: number): Promise<Shot[]> {
    const shots: Shot[] = [];
    for (const [column, site] of editions.entries()) {
      const origin = originOf(site);
      const { cookies } = await viewerOf(site, one);
      const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin })));
      const page = await context.newPage();
      await page.goto(origin + (await one.path(origin)));
      await loadAll(page);
      for (const [row, theme] of themes.entries()) {
        await page.emulateMedia({ colorScheme: theme === 'day' ? 'light' : 'dark' });
        const height = Math.min(
          await page.evaluate(() => document.documentElement.scrollHeight),
          Number(values.height),
        );
        const picture = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } });
        shots.push({ column, row, picture });
      }
      await context.close();
    }
    return shots;
  }

  const browser = await chromium.launch({ executablePath: await findBrowser() });
  closers.add(() => browser.close());
  for (const one of chosen(pages, values.pages, ({ name }) => name)) {
    for (const width of widths) {
      const file = join(folder, `${one.name.replaceAll(' ', '-')}-${width}.jpg`);
      await saveSheet(file, await photograph(browser, one, width));
      console.log(file);
    }
  }
  await closers.close();
});
