import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Browser, CannotStart, openWhole } from './browser.ts';

/** Everything that WebDriver BiDi sends back to a command. */
const Answer = z.object({
  id: z.number().optional(),
  result: z.unknown(),
  error: z.string().optional(),
  message: z.string().optional(),
});
const Node = z.object({ nodes: z.tuple([z.object({ sharedId: z.string() })]) });
const Evaluated = z.object({
  type: z.string(),
  result: z.object({ value: z.unknown() }).optional(),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});

/** Firefox by WebDriver BiDi, which it speaks itself. */
export class Firefox implements Browser {
  readonly name = 'Firefox';
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: z.infer<typeof Answer>) => void>();
  #lastId = 0;
  #context = '';

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = Answer.parse(JSON.parse(String(data)));
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  static async start(command: string): Promise<Firefox> {
    const profile = await mkdtemp(join(tmpdir(), 'paddock-firefox-'));
    const child = spawn(
      command,
      ['--headless', '--remote-debugging-port', '0', '--profile', profile, '--no-remote'],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
      },
    );
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr.on('data', (chunk) => {
        said += chunk;
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
        if (found) resolve(found);
      });
      child.once('exit', () => reject(new CannotStart(`${command} ended at once: ${said.slice(-300)}`)));
      child.once('error', (error) => reject(new CannotStart(`${command} cannot be run: ${error.message}`)));
    });
    const socket = new WebSocket(`${address}/session`);
    await once(socket, 'open');
    const firefox = new Firefox(child, profile, socket);
    await firefox.#send('session.new', { capabilities: {} });
    const { context } = z
      .object({ context: z.string() })
      .parse(await firefox.#send('browsingContext.create', { type: 'tab' }));
    firefox.#context = context;
    return firefox;
  }

  async open(url: string): Promise<void> {
    const params = { context: this.#context, url, wait: 'complete' };
    await openWhole(this, url, () => this.#send('browsingContext.navigate', params));
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('browsingContext.setViewport', { context: this.#context, viewport: { width, height } });
  }

  async run(script: string): Promise<unknown> {
    const { result, exceptionDetails } = Evaluated.parse(
      await this.#send('script.evaluate', {
        // a string is the same in every protocol
        expression: `(async () => { ${script} })().then((value) => JSON.stringify(value ?? null))`,
        target: { context: this.#context },
        awaitPromise: true,
      }),
    );
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(z.string().parse(result?.value));
  }

  async press(selector: string): Promise<void> {
    await this.run(
      `document.querySelector(${JSON.stringify(selector)})?.scrollIntoView({ block: 'center' })`,
    );
    const { nodes } = Node.parse(
      await this.#send('browsingContext.locateNodes', {
        context: this.#context,
        locator: { type: 'css', value: selector },
        maxNodeCount: 1,
      }),
    );
    const origin = { type: 'element', element: { sharedId: nodes[0].sharedId } };
    await this.#act({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  async type(selector: string, text: string): Promise<void> {
    await this.press(selector);
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#act({ type: 'key', id: 'keyboard', actions });
  }

  async setCookies(origin: string, cookies: readonly { name: string; value: string }[]): Promise<void> {
    for (const { name, value } of cookies)
      await this.#send('storage.setCookie', {
        cookie: {
          name,
          value: { type: 'string', value },
          domain: new URL(origin).hostname,
          path: '/',
          httpOnly: true,
        },
      });
  }

  /** A PDF of the page as it is printed. */
  async print(): Promise<Buffer> {
    const { data } = z
      .object({ data: z.string() })
      .parse(await this.#send('browsingContext.print', { context: this.#context }));
    return Buffer.from(data, 'base64');
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#socket.close();
    this.#process.kill();
    await ended;
    await rm(this.#profile, { recursive: true, force: true });
  }

  #act(action: object): Promise<unknown> {
    return this.#send('input.performActions', { context: this.#context, actions: [action] });
  }

  #send(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId;
    const answered = new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error, message }) => {
        this.#waiting.delete(id);
        if (error) reject(new Error(`${method}: ${error}: ${message}`));
        else resolve(result);
      });
    });
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answered;
  }
}
