import { chromium, type Page, type Browser as Running } from 'playwright';
import { findBrowser } from '#scripts/find-browser.ts';
import type { Browser } from './browser.ts';

/** The Chromium of the other browser tests; the proxy removes newer features from its pages. */
export class Chromium implements Browser {
  readonly name = 'Chromium without newer features';
  readonly #browser: Running;
  readonly #page: Page;

  private constructor(browser: Running, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  static async start(): Promise<Chromium> {
    const browser = await chromium.launch({ executablePath: await findBrowser() });
    return new Chromium(browser, await browser.newPage());
  }

  async open(url: string): Promise<void> {
    // the page before may just be loading itself again, which aborts this
    await this.#page.goto(url).catch(() => this.#page.goto(url));
  }

  resize = (width: number, height: number): Promise<void> => this.#page.setViewportSize({ width, height });

  run = (script: string): Promise<unknown> =>
    this.#page.evaluate(`(async () => { ${script} })().then((value) => value ?? null)`);

  press = (selector: string): Promise<void> => this.#page.locator(selector).first().click();

  type = (selector: string, text: string): Promise<void> =>
    this.#page.locator(selector).first().pressSequentially(text);

  setCookies = (origin: string, cookies: readonly { name: string; value: string }[]): Promise<void> =>
    this.#page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: origin, httpOnly: true })));

  close = (): Promise<void> => this.#browser.close();
}
