import { type Agent, request } from 'node:https';
import { z } from 'zod';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import type { Script } from '#testing/browser/tools/people.ts';
import { hostOf } from './proxies.ts';

/** What the load has met so far. */
export class Tally {
  requests = 0;
  writes = 0;
  readonly failures: string[] = [];

  failed(what: string): void {
    this.failures.push(what);
  }
}

/** Typical pages and lists; some that a cache holds, and some that it does not. */
export function pathOf(n: number, trackIds: readonly number[]): string {
  const trackId = trackIds[n % trackIds.length] ?? 1;
  const paths = [
    '/',
    `/trackshow/${trackId}`,
    `/api/tracks?count=20&fields=TrackId&after=${n % 50}`,
    '/tracksearch',
    '/leaderboards',
  ];
  return paths[n % paths.length] ?? '/';
}

export interface Reading {
  readonly agent: Agent;
  readonly origin: string;
  readonly site: Site;
}

export function read({ agent, origin, site }: Reading, path: string, tally: Tally): Promise<void> {
  const { host, port } = new URL(origin);
  return new Promise((resolve) => {
    const failed = (reason: string) => {
      tally.failed(`GET ${path.replace(/\d+/g, 'N')}: ${reason}`);
      resolve();
    };
    const options = { host: '127.0.0.1', port, path, agent, servername: hostOf(site) };
    request({ ...options, headers: { host, accept: 'text/html' } }, (response) => {
      response.resume();
      response.on('error', (error) => failed(error.message));
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : failed(String(response.statusCode)),
      );
    })
      .on('error', (error) => failed(error.message))
      .end();
  });
}

const Toggled = z.object({ Added: z.boolean() });
const Listed = z.object({ Results: z.array(z.object({ TrackId: z.number() })) });

/** An account that adds tracks to its Play Later list and removes them, one write at a time. */
export class Member {
  readonly #script: Script;
  readonly #has = new Set<number>();
  /** tracks whose last write was not acknowledged: it may have been stored */
  readonly #unknown = new Set<number>();
  #turn = Promise.resolve();
  #token: string | undefined;
  #count = 0;

  constructor(script: Script) {
    this.#script = script;
  }

  write(tally: Tally, trackIds: readonly number[]): Promise<void> {
    const trackId = trackIds[this.#count++ % trackIds.length] ?? 1;
    this.#turn = this.#turn.then(async () => {
      this.#unknown.add(trackId);
      try {
        this.#token ??= (await this.#script.viewer()).RequestVerificationToken;
        const form = { __RequestVerificationToken: this.#token };
        const { status, text } = await this.#script.send(routes.togglePlayLater(trackId), 'PUT', form);
        if (status !== 200) return tally.failed(`PUT: ${status} ${text.slice(0, 100)}`);
        tally.writes += 1;
        this.#unknown.delete(trackId);
        if (Toggled.parse(JSON.parse(text)).Added) this.#has.add(trackId);
        else this.#has.delete(trackId);
      } catch (error) {
        tally.failed(`PUT: ${String(error)}`);
      }
    });
    return this.#turn;
  }

  /** Tracks whose last acknowledged write the list does not show, while no write is being sent. */
  lost(): Promise<string[]> {
    const found = this.#turn.then(() => this.#compare());
    this.#turn = found.then(
      () => {},
      () => {},
    );
    return found;
  }

  async #compare(): Promise<string[]> {
    const { status, text } = await this.#script.send(
      routes.apiTracks('?inplaylater=1&count=1000&fields=TrackId'),
    );
    if (status !== 200) throw new Error(`GET of the own list: ${status}`);
    const listed = new Set(Listed.parse(JSON.parse(text)).Results.map(({ TrackId }) => TrackId));
    return [...listed.symmetricDifference(this.#has).difference(this.#unknown)].map(
      (trackId) => `track ${trackId}`,
    );
  }
}
