import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { routes } from '#routes/routes.ts';
import { type Answer, send } from './http.ts';
import type { TrackFile } from './track-file.ts';

/** A client without a browser: stores cookies and fills in forms. */
export class Script {
  readonly origin: string;
  readonly address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  readonly #cookies = new Map<string, string>();
  /** the token for forms, requested once per session */
  #token: string | undefined;

  constructor(origin: string) {
    this.origin = origin;
  }

  get cookies(): { name: string; value: string }[] {
    return [...this.#cookies].map(([name, value]) => ({ name, value }));
  }

  send(path: string, method = 'GET', form?: Record<string, string>, accept?: string): Promise<Answer> {
    const body = form && new URLSearchParams(form).toString();
    return this.#ask(path, method, body, 'application/x-www-form-urlencoded', accept);
  }

  /** Opens a page as a browser does, following redirects. */
  async arrive(path: string): Promise<Answer> {
    const answer = await this.send(path, 'GET', undefined, 'text/html');
    if (answer.headers.location === undefined) return answer;
    const { pathname, search } = new URL(answer.headers.location, this.origin);
    return this.arrive(pathname + search);
  }

  /** The HTML of a page. Throws if the status is above `maxStatus`. */
  async page(path: string, maxStatus = 200): Promise<string> {
    const answer = await this.arrive(path);
    if (answer.status > maxStatus) throw new Error(`GET ${path} returned ${answer.status}: ${answer.text}`);
    return answer.text;
  }

  async #ask(
    path: string,
    method: string,
    body: string | Buffer | undefined,
    type: string,
    accept = 'application/json',
  ): Promise<Answer> {
    const answer = await send(this.origin, path, {
      method,
      headers: {
        accept,
        origin: this.origin,
        'x-forwarded-for': this.address,
        cookie: this.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': type }),
      },
      body,
    });
    const cookies = answer.headers['set-cookie'] ?? [];
    if (cookies.length > 0) this.#token = undefined; // it belongs to the session, which may have changed
    for (const line of cookies) this.#keep(line);
    return answer;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', value = ''] = pair.split('=');
    const gone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute)) || value === '';
    if (gone) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }

  /** the first token of this client, before it signed in */
  tokenAsVisitor: string | undefined;

  adopt(name: string, value: string): void {
    this.#token = undefined;
    this.#cookies.set(name, value);
  }

  async viewer(): Promise<Viewer> {
    const answer = await this.send(routes.viewer());
    if (answer.status !== 200)
      throw new Error(`GET ${routes.viewer()} returned ${answer.status}: ${answer.text}`);
    const viewer = Viewer.parse(JSON.parse(answer.text));
    this.tokenAsVisitor ??= viewer.RequestVerificationToken;
    this.#token = viewer.RequestVerificationToken;
    return viewer;
  }

  /** Sends a form with its token. */
  async post(path: string, form: Record<string, string>): Promise<Answer> {
    const token = this.#token ?? (await this.viewer()).RequestVerificationToken;
    return this.send(path, 'POST', { ...form, __RequestVerificationToken: token });
  }

  /** Sends a form as a browser does, with the token that it contains. */
  async submit(path: string, form: URLSearchParams | FormData): Promise<Answer> {
    const sent = new Response(form);
    const type = sent.headers.get('content-type') ?? '';
    return this.#ask(path, 'POST', Buffer.from(await sent.arrayBuffer()), type, 'text/html');
  }

  /** Analyses and publishes one track; returns its TrackId. */
  async upload(file: TrackFile, settings: Record<string, string>): Promise<number> {
    const token = this.#token ?? (await this.viewer()).RequestVerificationToken;
    const boundary = 'a-boundary-of-our-own';
    const part = (head: string, body: Buffer | string) =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
        Buffer.from(body),
        Buffer.from('\r\n'),
      ]);
    const fields = { Difficulty: '1', Tags: '0', Routes: '0', ...settings };
    const body = Buffer.concat([
      part('name="__RequestVerificationToken"', token),
      ...Object.entries(fields).map(([name, value]) => part(`name="TrackEntries[0].${name}"`, value)),
      part(
        `name="TrackEntries[0].TrackFile"; filename="${file.name}"\r\nContent-Type: ${file.mimeType}`,
        file.buffer,
      ),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
    const answer = await this.#ask(
      routes.trackUpload(),
      'POST',
      body,
      `multipart/form-data; boundary=${boundary}`,
    );
    const result = Uploaded.safeParse(JSON.parse(answer.text));
    if (!result.success)
      throw new Error(`POST ${routes.trackUpload()} returned ${answer.status}: ${answer.text}`);
    return result.data.Results[0].TrackId;
  }
}

const Viewer = z.object({
  User: z.object({ UserId: z.number(), Name: z.string(), Level: z.number() }).nullable(),
  UiMode: z.number(),
  RequestVerificationToken: z.string().min(1),
});
type Viewer = z.output<typeof Viewer>;
const Uploaded = z.object({ Results: z.tuple([z.object({ TrackId: z.number() })]) });

export interface Person {
  name: string;
  email: string;
  password: string;
}

export function newPerson(): Person {
  const tail = randomUUID().slice(0, 8);
  return {
    name: `Driver ${tail}`,
    email: `driver-${tail}@example.org`,
    password: `sixteen wheels ${randomUUID().slice(0, 8)}`,
  };
}

/** Creates an account with the requests that scripts use; the client is signed in afterwards. */
export async function register(origin: string, person = newPerson()): Promise<Person & { script: Script }> {
  const script = new Script(origin);
  const { name: Name, email: Email, password: Password } = person;
  const answer = await script.post(routes.register(), { Name, Email, Password });
  if (answer.status >= 400)
    throw new Error(`POST ${routes.register()} returned ${answer.status}: ${answer.text}`);
  return { ...person, script };
}
