import type { Picked } from '#lib/wire/fields.ts';
import type { UserRow } from '../list/fields.ts';
import { crewTitles } from '../model.ts';

export const crewFields = [
  'UserId',
  'Name',
  'CustomUrl',
  'Tint',
  'ModTitle',
  'CustomTitle',
  'Notes',
  'RegisteredAt',
] as const;
export type CrewRow = Picked<UserRow, (typeof crewFields)[number]>;

/** The crew by rank, then former crew. Empty groups are omitted. */
export function crewGroups(
  crew: readonly CrewRow[],
  former: readonly CrewRow[],
): { title: string; people: readonly CrewRow[] }[] {
  const ranks = crewTitles.map(([, title]) => ({
    title: `${title}s`,
    people: crew.filter((person) => person.ModTitle === title),
  }));
  return [...ranks, { title: 'Former crew', people: former }].filter(({ people }) => people.length > 0);
}

/** The crew with the members that site leaders have ordered first; the others follow in their original order. */
export function inOrder(crew: readonly CrewRow[], order: readonly number[]): readonly CrewRow[] {
  const place = ({ UserId }: CrewRow) => {
    const at = order.indexOf(UserId);
    return at < 0 ? order.length : at;
  };
  return crew.toSorted((a, b) => place(a) - place(b));
}
