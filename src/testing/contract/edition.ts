import { afterAll } from 'vitest';
import { app } from '#app.ts';
import { cookieName } from '#platform/auth/cookies.ts';
import { signIn } from '#platform/auth/session.ts';
import type { Site } from '#sites/schema.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, type HttpAnswer } from '#testing/http.ts';
import type { LooseRow } from '#testing/lists.ts';
import { rawRequest, startSmallServer } from '#testing/small-server.ts';
import { type Made, makeAccounts, makeThings } from './things.ts';

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** signed in as the user who drove the records */
  readonly signedIn?: boolean;
  /** instead of the edition's own */
  readonly host?: string;
}

/** An edition as a tool sees it: over HTTP, under its host, with known content. */
export interface Edition {
  readonly site: Site;
  readonly made: Made;
  /** the other editions */
  readonly elsewhere: () => Edition[];
  readonly get: (path: string, options?: RequestOptions) => Promise<HttpAnswer>;
  /** sends these lines and an empty one, and returns all that comes back */
  readonly raw: (...lines: string[]) => Promise<string>;
  /** the response of an API address */
  readonly json: (path: string, options?: RequestOptions) => Promise<LooseRow>;
  /** the rows of a list; any other response fails with its text */
  readonly rows: (path: string, options?: RequestOptions) => Promise<LooseRow[]>;
  /** the only row of a list */
  readonly row: (path: string, options?: RequestOptions) => Promise<LooseRow>;
  /** the names of the tracks that match, newest first unless an order is given */
  readonly tracks: (query: string, options?: RequestOptions) => Promise<string[]>;
}

function editionAt(port: number, site: Site, made: Made, cookie: string): Omit<Edition, 'elsewhere'> {
  const get: Edition['get'] = (path, { host = site.host, method = 'GET', headers, signedIn } = {}) =>
    ask(port, path, { host, method, headers: { ...(signedIn && { cookie }), ...headers } });
  const rows: Edition['rows'] = async (path, options) => {
    const { status, text } = await get(path, options);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text).Results;
  };
  return {
    site,
    made,
    get,
    raw: (...lines) => rawRequest(port, `${lines.join('\r\n')}\r\n\r\n`),
    rows,
    json: async (path, options) => JSON.parse((await get(path, options)).text),
    row: async (path, options) => {
      const [row, ...more] = await rows(path, options);
      if (row === undefined || more.length > 0) throw new Error(`${path}: not one row`);
      return row;
    },
    tracks: async (query, options) =>
      (await rows(`/api/tracks?fields=TrackName&${query}`, options)).map(({ TrackName }) => TrackName),
  };
}

/** Every edition of this installation behind one server, each with its content, until the tests of the file are done. */
export async function serveEditions(): Promise<Edition[]> {
  const { db } = await testDb({ editions: 'all' });
  const world = await testCtx({ db });
  const accounts = await makeAccounts(world);
  const made = new Map<Site, { things: Made; cookie: string }>();
  for (const site of world.sites) {
    const here = seenFrom(world, { site: site.code });
    const things = await makeThings(here, accounts);
    made.set(site, { things, cookie: await cookieOf(here, things.people.ben.accountId) });
  }
  const server = { services: world, sites: world.sites, routes: app.routes, trustProxy: false };
  const { port, stop } = await startSmallServer(server);
  afterAll(stop);
  const editions: Edition[] = [...made].map(([site, { things, cookie }]) => ({
    ...editionAt(port, site, things, cookie),
    elsewhere: () => editions.filter((other) => other.site !== site),
  }));
  return editions;
}

async function cookieOf(here: TestCtx, accountId: number): Promise<string> {
  const { sessionId } = await signIn(here, { cookies: {}, secure: false }, accountId);
  return `${cookieName('session', here.site, false)}=${sessionId}`;
}
