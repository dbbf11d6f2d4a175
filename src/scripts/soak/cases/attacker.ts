import { randomInt } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Person } from '../person.ts';
import { type Seen, Tally } from '../tally.ts';
import type { Account, AttackReport, Stage } from './stage.ts';

/** Counts the responses that a hostile client gets. */
class Statuses extends Tally {
  constructor() {
    super({ answerMs: 120_000, refusalMs: 120_000 });
  }

  readonly byStatus: Record<string, number> = {};

  note(status: number | null): void {
    const key = String(status ?? 'none');
    this.byStatus[key] = (this.byStatus[key] ?? 0) + 1;
  }

  override record({ status }: Seen): void {
    this.note(status);
  }
}

interface Sent {
  readonly method?: string;
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A hostile client: one address, any number of connections. */
export class Attacker {
  readonly stage: Stage;
  readonly address = `203.0.113.${randomInt(1, 255)}`;
  /** aims of this case alone that were missed, as sentences */
  readonly missed: string[] = [];
  readonly #statuses = new Statuses();
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #open = new Set<{ destroy(): void }>();
  readonly #end = Promise.withResolvers<void>();
  #endsAt = Number.POSITIVE_INFINITY;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Starts the clock; at its end every open connection is destroyed, and what was unanswered then is not counted. */
  begin(seconds: number): void {
    this.#endsAt = performance.now() + seconds * 1000;
    setTimeout(() => {
      this.#end.resolve();
      for (const one of this.#open) one.destroy();
      this.#agent.destroy();
    }, seconds * 1000).unref();
  }

  /** Resolves at the end. */
  over(): Promise<void> {
    return this.#end.promise;
  }

  /** Something to destroy at the end. */
  keep<T extends { destroy(): void }>(one: T): T {
    this.#open.add(one);
    return one;
  }

  note(status: number | null): void {
    if (!this.isOver) this.#statuses.note(status);
  }

  /** Forgets the responses so far, which belong to the preparation. */
  forget(): void {
    for (const key of Object.keys(this.#statuses.byStatus)) delete this.#statuses.byStatus[key];
  }

  report(): AttackReport {
    return { statuses: this.#statuses.byStatus, missed: this.missed };
  }

  /** Sends a request without a body; resolves with its status when the response is complete. */
  send(
    path: string,
    { method = 'GET', host = this.stage.host, headers = {} }: Sent = {},
  ): Promise<number | null> {
    return new Promise((resolve) => {
      const done = (status: number | null) => {
        this.#open.delete(request);
        this.note(status);
        resolve(status);
      };
      const request = http.request({
        host: '127.0.0.1',
        port: this.stage.port,
        method,
        path,
        agent: this.#agent,
        headers: { host, 'x-forwarded-for': this.address, ...headers },
      });
      this.#open.add(request);
      request.once('error', () => done(null));
      request.once('response', (response) => {
        response.resume();
        response.once('close', () => done(response.complete ? (response.statusCode ?? null) : null));
      });
      request.end();
    });
  }

  /** Sends one request after another on each of `connections` connections until the end, or until `next` has no more. */
  async flood(connections: number, next: () => string | undefined, sent: Sent = {}): Promise<void> {
    const one = async () => {
      while (!this.isOver) {
        const path = next();
        if (path === undefined) return;
        if ((await this.send(path, sent)) === null) await sleep(20); // a server that refuses connections is tried again
      }
    };
    await Promise.all(Array.from({ length: connections }, one));
  }

  /** A browser of this client, with cookies and forms. */
  browser(address = this.address, host = this.stage.host): Person {
    return new Person(this.stage.port, host, this.#statuses, address);
  }

  /** Registers an account and returns its browser. */
  async register(address?: string): Promise<{ browser: Person; account: Account }> {
    const browser = this.browser(address);
    const mark = crypto.randomUUID();
    const account = { name: `Hostile ${mark.slice(0, 13)}`, password: `gravel in the gears ${mark}` };
    const form = { Name: account.name, Email: `${mark}@example.org`, Password: account.password };
    const answer = await browser.post('register', '/register', form);
    if (answer === null) throw new Error('The hostile client could not register.');
    browser.token = JSON.parse(answer.body.toString()).RequestVerificationToken;
    return { browser, account };
  }
}

/** Prepares a case and returns its attack, which lasts until the attacker's time is over. */
export type Attack = (attacker: Attacker) => Promise<() => Promise<void>>;
