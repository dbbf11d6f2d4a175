/** A browser under test. Addresses are complete; scripts are bodies of async functions. */
export interface Browser {
  readonly name: string;
  open(url: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** runs in the page as if the user had not pressed anything; returns what the script returns, which must be JSON */
  run(script: string): Promise<unknown>;
  /** a real press, with the permissions that come with it */
  press(selector: string): Promise<void>;
  /** types into a field by keys */
  type(selector: string, text: string): Promise<void>;
  setCookies(origin: string, cookies: readonly { name: string; value: string }[]): Promise<void>;
  close(): Promise<void>;
}

/** Why a browser is not tested here, as a sentence. */
export class CannotStart extends Error {}

/** Waits until the condition holds; rejects after a time that is long even on a busy machine. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | null | false | undefined>,
): Promise<T> {
  const tries = 200;
  for (let attempt = 0; attempt < tries; attempt++) {
    const value = await condition();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what}: it did not happen within 20 s`);
}

/**
 * Opens a page and waits until it is loaded. A page that changes its entry in the history while it is left makes the command of a
 * driver end before the next page is there, so the page that is left is marked.
 */
export async function openWhole(
  browser: Browser,
  url: string,
  command: () => Promise<unknown>,
): Promise<void> {
  await browser.run('window.isLeft = true').catch(() => {}); // the first page may not be there yet
  await command();
  await until(`${url} is loaded`, () =>
    browser.run(`return !window.isLeft && document.readyState === 'complete'`).then(Boolean, () => false),
  );
}
