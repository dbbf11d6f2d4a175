import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { routes } from '#routes.ts';
import { type Answer, send } from './http.ts';

/** Somebody without a browser: keeps cookies and knows how to fill in a form. */
export class Script {
  readonly origin: string;
  readonly address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  get cookies(): { name: string; value: string }[] {
    return [...this.#cookies].map(([name, value]) => ({ name, value }));
  }

  async send(path: string, method = 'GET', form?: Record<string, string>): Promise<Answer> {
    const answer = await send(this.origin, path, {
      method,
      headers: {
        accept: 'application/json',
        origin: this.origin,
        'x-forwarded-for': this.address,
        cookie: this.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
    });
    for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line);
    return answer;
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', value = ''] = pair.split('=');
    const gone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute)) || value === '';
    if (gone) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }

  async viewer(): Promise<Viewer> {
    const answer = await this.send(routes.viewer());
    if (answer.status !== 200)
      throw new Error(`GET ${routes.viewer()} answered ${answer.status}: ${answer.text}`);
    return Viewer.parse(JSON.parse(answer.text));
  }

  /** Sends a form with a fresh token. */
  async post(path: string, form: Record<string, string>): Promise<Answer> {
    const { RequestVerificationToken } = await this.viewer();
    return this.send(path, 'POST', { ...form, __RequestVerificationToken: RequestVerificationToken });
  }
}

const Viewer = z.object({
  User: z.object({ UserId: z.number(), Name: z.string(), Level: z.number() }).nullable(),
  UiMode: z.number(),
  RequestVerificationToken: z.string().min(1),
});
type Viewer = z.output<typeof Viewer>;

export interface Person {
  name: string;
  email: string;
  password: string;
}

export function newPerson(): Person {
  const tail = randomUUID().slice(0, 8);
  return { name: `Driver ${tail}`, email: `driver-${tail}@example.org`, password: `long enough ${tail}` };
}

/** An account made through the contract for scripts; the script is signed in afterwards. */
export async function register(origin: string, person = newPerson()): Promise<Person & { script: Script }> {
  const script = new Script(origin);
  const { name: Name, email: Email, password: Password } = person;
  const answer = await script.post(routes.register(), { Name, Email, Password });
  if (answer.status >= 400)
    throw new Error(`POST ${routes.register()} answered ${answer.status}: ${answer.text}`);
  return { ...person, script };
}
