import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright/test';

/** The compressed size of what a page loads, from now on. */
export class LoadedScripts {
  readonly #page: Page;
  readonly #sizes = new Map<string, Promise<number>>();
  #ofPage = new Set<string>();

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      if (request.resourceType() === 'script') this.#add(request);
    });
  }

  #add(request: Request): void {
    const url = request.url();
    this.#ofPage.add(url);
    // the second page with this script gets it from the browser's cache
    if (this.#sizes.has(url)) return;
    const size = request.response().then(async (answer) => gzipSync((await answer?.body()) ?? '').length);
    this.#sizes.set(url, size);
  }

  /** Forgets what earlier pages loaded. Call it before the page is requested. */
  begin(): void {
    this.#ofPage = new Set();
  }

  /**
   * The compressed bytes of all scripts since `begin`, the inline ones included. Scripts load others, so it ends when all have
   * arrived and requested no other. Requests of other kinds do not count: one of them may last as long as the page.
   */
  async bytes(): Promise<number> {
    let bytes = 0;
    for (let known = -1; known < this.#ofPage.size; ) {
      known = this.#ofPage.size;
      const sizes = await Promise.all([...this.#ofPage].map((url) => this.#sizes.get(url) ?? 0));
      bytes = sizes.reduce((sum, size) => sum + size, 0);
      await this.#page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    }
    const inline = await this.#page.locator('script:not([src])').allTextContents();
    return bytes + gzipSync(inline.join('\n')).length;
  }
}
