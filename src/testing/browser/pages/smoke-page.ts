import { z } from 'zod';
import { Script } from '../tools/people.ts';

/** One page of the site for tests that visit them all. */
export interface SmokePage {
  readonly name: string;
  /** the file under src/pages, so that a page without an entry here is noticed */
  readonly file: string;
  readonly needs?: 'account' | 'moderator' | 'administrator';
  /** what it shows; without it the page shows a track by its id and has a row in `src/testing/rights/pages.ts` */
  readonly shows?: string;
  /** a page that is only read: no more JavaScript than a page needs to be read */
  readonly reads?: true;
  readonly status?: number;
  path(origin: string): string | Promise<string>;
}

/** The number of the newest row of a list: the demo community has planted some. */
export async function newest(origin: string, path: string, field: string, filter = ''): Promise<number> {
  const answer = await new Script(origin).send(`${path}?count=1&fields=${field}${filter}`);
  const { Results } = z
    .object({ Results: z.tuple([z.record(z.string(), z.number())]) })
    .parse(JSON.parse(answer.text));
  return z.number().parse(Results[0][field]);
}
