import { Level } from '#lib/codes/level.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, type TestCtx, testCtx } from './ctx.ts';
import { type CloneOptions, testDb } from './db.ts';
import { Person } from './track-people.ts';
import { type Answered, Uploader } from './uploader.ts';

type Form = Record<string, string | readonly string[]>;

/** The id in the response to a form of a pack. Throws unless it was accepted. */
export function packIdIn({ status, problem, json }: Answered): number {
  if (status !== 200) throw new Error(`Refused: ${JSON.stringify(problem)}`);
  return json<{ PackId: number }>().PackId;
}

/** Creates a pack through its form. */
export const createsPack = async (person: Person, form: Form = {}): Promise<number> =>
  packIdIn(await person.post('/trackpackcreate', { PackName: 'Evening Tour', ...form }));

/** The fields of one manager in the form. */
export const managerFields = (index: number, person: Person, role = '') => ({
  [`Managers[${index}].UserId`]: String(person.userId),
  [`Managers[${index}].Role`]: role,
});

/** An edition with two users and a moderator, and what tests read of its packs. */
export async function packWorld(options?: CloneOptions) {
  const { db } = await testDb(options);
  const world: TestCtx = await testCtx({ db, site: 'tmnf' });
  return {
    world,
    db,
    anybody: await Uploader.of(seenFrom(world, { viewer: visitor })),
    people: async () => ({
      ann: await Person.of(world),
      ben: await Person.of(world),
      mo: await Person.of(world, Level.moderator),
    }),
    packRow: (packId: number) =>
      db
        .selectFrom('pack')
        .where('site', '=', 'tmnf')
        .where('pack_id', '=', packId)
        .selectAll()
        .executeTakeFirst(),
    /** how many packs the profile of a user counts */
    packsOf: async (person: Person): Promise<number> => {
      const profile = await db
        .selectFrom('profile')
        .where('site', '=', 'tmnf')
        .where('user_id', '=', person.userId)
        .select('packs')
        .executeTakeFirstOrThrow();
      return profile.packs;
    },
    /** some fields of GET /api/trackpacks; undefined if the pack is not found */
    fieldsOf: async (who: Person | Uploader, packId: number, fields: string) => {
      const path = `/api/trackpacks?id=${packId}&fields=${fields}`;
      const answer = await (who instanceof Person ? who.get(path) : who.ask('GET', path));
      return answer.json<{ Results: Record<string, unknown>[] }>().Results[0];
    },
  };
}
