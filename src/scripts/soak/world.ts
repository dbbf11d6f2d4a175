import { randomInt, randomUUID } from 'node:crypto';
import { allSites } from '#sites/all.ts';
import { Person } from './person.ts';
import type { Tally } from './tally.ts';

/** A track whose storage the server has acknowledged. */
interface Uploaded {
  readonly trackId: number;
  readonly bytes: Buffer;
  readonly owner: Person;
  /** null after an edit without a response: then either name may be stored */
  name: string | null;
}

/** What the visitors of the soak test know about the site. */
export interface World {
  readonly port: number;
  readonly tally: Tally;
  readonly people: Person[];
  readonly uploads: Uploaded[];
  /** ids of acknowledged comments */
  readonly comments: number[];
  /** addresses of style sheets, scripts and fonts */
  readonly assets: string[];
}

const sites = await allSites();
/** Every edition; the first one takes the uploads. */
export const hosts = sites.map(({ host }) => host);
const [first] = sites;
if (!first) throw new Error('sites/ holds no edition');
export const mainSite = first;
export const mainHost = mainSite.host;

export function pick<T>(from: readonly T[]): T {
  const one = from[randomInt(from.length)];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
}

export const visitorOf = ({ port, tally }: World, host: string = mainHost) => new Person(port, host, tally);

/** Registers a user; does nothing if the site could not answer. */
export async function join(world: World): Promise<void> {
  const person = visitorOf(world);
  person.name = `Soaker ${randomUUID().slice(0, 13)}`;
  person.password = `rain on tarmac ${randomUUID()}`;
  const form = {
    Name: person.name,
    Email: `${randomUUID()}@example.org`,
    Password: person.password,
  };
  const answer = await person.post('register', '/register', form);
  if (answer === null) return;
  person.token = JSON.parse(answer.body.toString()).RequestVerificationToken;
  world.people.push(person);
}
