import type { ActValue } from './model.ts';

/**
 * Facts of an act whose values are user ids. The names are read when the act is shown, so that they disappear from the log with
 * the profile.
 */
const peopleFacts = ['CrewOrder', 'CoAuthors', 'Managers', 'Creator'] as const;

type State = Readonly<Record<string, unknown>>;

const idsOf = (value: unknown): number[] =>
  [value].flat().filter((id): id is number => typeof id === 'number');

/** The users that a state of an act names by their ids. */
export const peopleIn = (state: State | null): number[] =>
  state === null ? [] : peopleFacts.flatMap((name) => idsOf(state[name]));

/** A state with names instead of user ids. Unknown users are omitted, and so is a fact of which no user is known. */
export function withNames(state: State | null, names: ReadonlyMap<number, string>): State | null {
  if (state === null) return null;
  return Object.fromEntries(
    Object.entries(state).flatMap(([fact, value]): [string, unknown][] => {
      if (!peopleFacts.some((name) => name === fact)) return [[fact, value]];
      const ids = idsOf(value);
      const known: ActValue = ids.flatMap((id) => names.get(id) ?? []);
      return ids.length > 0 && known.length === 0 ? [] : [[fact, known]];
    }),
  );
}
