import { forSite } from '#db/for-site.ts';
import type { Level } from '#lib/codes/level.ts';
import type { TestCtx } from '#testing/ctx.ts';
import type { Answer } from './asker.ts';
import {
  levelHere,
  type ModerationPeople,
  type ModerationRole,
  moderationRoles,
} from './moderation-roles.ts';
import { undone } from './undone.ts';

export const doors = ['here', 'there'] as const;

function letterOf({ status, text }: Answer): string {
  if (status === 401) return 'L';
  if (status === 404 && text === 'This edition was not found.') return 'N';
  if (status === 403 && /^Only (administrators|site leaders) can do this\.$/.test(text)) return 'D';
  if (status >= 500) throw new Error(text);
  return '.';
}

/** What is expected for an act that needs this level. */
export const expectedRow = (level: Level) =>
  moderationRoles.map((role): string => {
    if (role === 'visitor') return 'L';
    const own = levelHere(role);
    if (own === null) return 'N';
    return own >= level ? '.' : 'D';
  });

type Door = (typeof doors)[number];

/** A door for each act, in turn. That both lead to the same rule does not depend on the act. */
export const doorOf = (turn: number): Door => (turn % 2 === 0 ? 'here' : 'there');

/** The same through both doors. */
export const bothDoors = (row: string[]) => ({ here: row, there: row });

/** Asks as each role, through the edition of the subject and through another one. */
export function moderationAsker(world: TestCtx, people: ModerationPeople) {
  const rowsIn = async (ctx: TestCtx) =>
    (
      await forSite({ ...ctx, site: world.site }, 'moderation_act')
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows;

  /** The letters of all roles through one door. A refused request leaves no row in the log. */
  async function foundThrough(
    door: Door,
    request: (ctx: TestCtx, role: ModerationRole) => Promise<Answer>,
  ): Promise<string[]> {
    const letters: string[] = [];
    for (const role of moderationRoles) {
      const letter = await undone(people[role][door], async (ctx) => {
        const before = await rowsIn(ctx);
        const answer = await request(ctx, role);
        const isReached = letterOf(answer) === '.';
        if (!isReached && (await rowsIn(ctx)) !== before) return 'a row of a refused act';
        return letterOf(answer);
      });
      letters.push(letter);
    }
    return letters;
  }

  /** The letters of all roles through both doors. */
  const found = async (request: Parameters<typeof foundThrough>[1]) => ({
    here: await foundThrough('here', request),
    there: await foundThrough('there', request),
  });

  /** `.` the act is shown, `-` it is not, `D` refused. */
  async function seen<Row>(
    read: (ctx: TestCtx) => Promise<{ rows: readonly Row[] }>,
    is: (row: Row) => boolean,
  ) {
    const rows: Record<string, string> = {};
    for (const door of doors) {
      rows[door] = '';
      for (const role of moderationRoles)
        rows[door] += await read(people[role][door]).then(
          (page) => (page.rows.some(is) ? '.' : '-'),
          (error: unknown) => {
            if (error instanceof Error && 'status' in error && error.status === 403) return 'D';
            if (error instanceof Error && 'status' in error && error.status === 404) return 'N';
            throw error;
          },
        );
    }
    return rows;
  }

  return { found, foundThrough, seen };
}
