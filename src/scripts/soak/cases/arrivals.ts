import { Person } from '../person.ts';
import { type Seen, Tally } from '../tally.ts';
import type { Visited } from './stage.ts';

const visitors = 100;
/** After the front page, each visitor opens two of these. */
const further = [
  '/tracksearch',
  '/trackshow/1',
  '/usershow/1',
  '/leaderboards',
  '/api/tracks?count=40',
  '/usersearch',
  '/news',
];

/** One request of one of the visitors; `kind` says whether it was their first page. */
class Diary extends Tally {
  readonly visited: Visited[] = [];
  override record({ kind, from, to, status, ok }: Seen): void {
    this.visited.push({ kind, ms: to - from, status, ok });
  }
}

/** 100 visitors arrive at the same time; each opens the front page and then two others. */
export async function arrive(
  port: number,
  host: string,
  from: 'many addresses' | 'one address',
): Promise<Visited[]> {
  const diary = new Diary({ answerMs: 60_000, refusalMs: 60_000 });
  const one = async (n: number) => {
    const person = new Person(port, host, diary, from === 'one address' ? '192.0.2.10' : undefined);
    await person.ask('first page', '/');
    await person.ask('second page', further[n % further.length] ?? '/');
    await person.ask('third page', further[(n + 3) % further.length] ?? '/');
  };
  await Promise.all(Array.from({ length: visitors }, (_, n) => one(n)));
  return diary.visited;
}
