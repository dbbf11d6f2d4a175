import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { type Browser, CannotStart, openWhole, until } from './browser.ts';

const Answer = z.object({ value: z.unknown() });
const Failure = z.object({ error: z.string(), message: z.string() });
/** the name under which WebDriver sends elements */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** WebKitGTK by WebDriver, on a display of its own. */
export class WebKit implements Browser {
  readonly name = 'WebKit';
  readonly #process: ChildProcess;
  readonly #port: number;
  #session = '';

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.#port = port;
  }

  static async start(port: number): Promise<WebKit> {
    const driver = ['-a', '-s', '-screen 0 1600x1200x24', 'WebKitWebDriver', `--port=${port}`];
    const child = spawn('xvfb-run', driver, { stdio: 'ignore', detached: true });
    const ended = new Promise<never>((_, reject) => {
      child.once('error', (error) => reject(new CannotStart(`xvfb-run cannot be run: ${error.message}`)));
      child.once('exit', () => reject(new CannotStart('WebKitWebDriver ended at once.')));
    });
    const webkit = new WebKit(child, port);
    const ready = until('WebKitWebDriver listens', () =>
      webkit.#ask('GET', '/status', undefined).catch(() => null),
    );
    await Promise.race([ready, ended]);
    const { sessionId } = z.object({ sessionId: z.string() }).parse(
      await webkit.#ask('POST', '/session', {
        capabilities: {
          alwaysMatch: {
            'webkitgtk:browserOptions': { binary: await miniBrowser(), args: ['--automation'] },
          },
        },
      }),
    );
    webkit.#session = `/session/${sessionId}`;
    ended.catch(() => {}); // it ends when it is closed
    return webkit;
  }

  async open(url: string): Promise<void> {
    await openWhole(this, url, () => this.#command('POST', '/url', { url }));
  }

  async resize(width: number, height: number): Promise<void> {
    // the size is that of the window; the difference is its frame
    await this.#command('POST', '/window/rect', { width, height });
    const inner = z
      .object({ width: z.number(), height: z.number() })
      .parse(await this.run('return { width: innerWidth, height: innerHeight }'));
    await this.#command('POST', '/window/rect', {
      width: 2 * width - inner.width,
      height: 2 * height - inner.height,
    });
  }

  async run(script: string): Promise<unknown> {
    const value = await this.#command('POST', '/execute/async', {
      script: `const done = arguments[0]; (async () => { ${script} })().then((value) => done(JSON.stringify(value ?? null)), (error) => done(JSON.stringify({ thrown: String(error) })))`,
      args: [],
    });
    const result: unknown = JSON.parse(z.string().parse(value));
    const { thrown } = z.object({ thrown: z.string().optional() }).catch({}).parse(result);
    if (thrown !== undefined) throw new Error(thrown);
    return result;
  }

  async press(selector: string): Promise<void> {
    await this.#command('POST', `/element/${await this.#find(selector)}/click`, {});
  }

  async type(selector: string, text: string): Promise<void> {
    await this.#command('POST', `/element/${await this.#find(selector)}/value`, { text });
  }

  async setCookies(origin: string, cookies: readonly { name: string; value: string }[]): Promise<void> {
    await this.open(`${origin}/about`); // cookies belong to the page that is open
    for (const { name, value } of cookies)
      await this.#command('POST', '/cookie', { cookie: { name, value, path: '/', httpOnly: true } });
  }

  async close(): Promise<void> {
    await this.#command('DELETE', '', undefined).catch(() => {});
    const { pid } = this.#process;
    if (pid !== undefined) process.kill(-pid); // the display server as well
  }

  async #find(selector: string): Promise<string> {
    const found = await this.#command('POST', '/element', { using: 'css selector', value: selector });
    return z.object({ [elementKey]: z.string() }).parse(found)[elementKey] ?? '';
  }

  #command(method: string, path: string, body: object | undefined): Promise<unknown> {
    return this.#ask(method, this.#session + path, body);
  }

  async #ask(method: string, path: string, body: object | undefined): Promise<unknown> {
    const text = body && JSON.stringify(body);
    const sent = request({
      host: '127.0.0.1',
      port: this.#port,
      method,
      path,
      headers: { 'content-length': Buffer.byteLength(text ?? '') },
    });
    sent.end(text);
    const [answer] = await once(sent, 'response');
    const { value } = Answer.parse(await json(answer));
    if (answer.statusCode !== 200) {
      const { error, message } = Failure.parse(value);
      throw new Error(`${method} ${path}: ${error}: ${message}`);
    }
    return value;
  }
}

/** The browser that comes with the library, in a folder that depends on the machine. */
async function miniBrowser(): Promise<string> {
  const { glob } = await import('node:fs/promises');
  for await (const path of glob('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')) return path;
  throw new CannotStart("WebKitGTK's MiniBrowser is not installed.");
}
