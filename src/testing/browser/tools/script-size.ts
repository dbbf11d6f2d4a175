import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright/test';
import { send } from './http.ts';

/** Weighs the scripts of the pages that are opened one after the other in a browser page. */
export class LoadedScripts {
  readonly #page: Page;
  /** compressed bytes by address; later pages get the same script from the browser's cache */
  readonly #sizes = new Map<string, number>();
  #requests: Request[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      if (request.resourceType() === 'script') this.#requests.push(request);
    });
  }

  /** Forgets what earlier pages loaded. Call it before the page is requested. */
  begin(): void {
    this.#requests = [];
  }

  /**
   * The compressed bytes of all scripts since `begin`, the inline ones included. Scripts load others, so it ends when all have
   * arrived and requested no other. Requests of other kinds do not count: one of them may last as long as the page.
   */
  async bytes(): Promise<number> {
    let sizes: Map<string, number> = new Map();
    for (let known = -1; known < this.#requests.length; ) {
      known = this.#requests.length;
      sizes = new Map();
      for (const request of this.#requests) sizes.set(request.url(), await this.#sizeOf(request));
      await this.#page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    }
    const inline = await this.#page.locator('script:not([src])').allTextContents();
    return [...sizes.values()].reduce((sum, size) => sum + size, gzipSync(inline.join('\n')).length);
  }

  /** How many files the scripts since `begin` were in. Call it after `bytes`. */
  get files(): number {
    return new Set(this.#requests.map((request) => request.url())).size;
  }

  /** Requests the script once more: the browser does not keep the body of one that it took from its cache. */
  async #sizeOf(request: Request): Promise<number> {
    await request.response();
    const url = request.url();
    const { origin, pathname } = new URL(url);
    const size = this.#sizes.get(url) ?? gzipSync((await send(origin, pathname)).bytes).length;
    this.#sizes.set(url, size);
    return size;
  }
}
