import { largestInteger } from '#lib/codes/ids.ts';
import { wellFormed } from '#lib/codes/text.ts';
import { invisibleMistake, withoutLoneJoiners } from '#lib/game-text/invisible.ts';
import { maxRoleCharacters, type PeopleRules, type PersonSetting, personMessages } from './people-list.ts';

/** The first mistake in a list, and where it is. */
export interface PeopleMistake {
  readonly path: readonly (number | keyof PersonSetting)[];
  readonly message: string;
}

const cleanRole = (text: string) => withoutLoneJoiners(wellFormed(text).replace(/\p{Cc}+/gu, ' ')).trim();

const isUserId = (id: number) => Number.isInteger(id) && id > 0 && id <= largestInteger;

const roleMistake = (role: string) =>
  Array.from(role).length > maxRoleCharacters ? personMessages.role : invisibleMistake('A role', role);

/**
 * Everyone in the list except the first, each once, in the order of mention; the same in the browser and on the server. Without a
 * schema library, because the browser would have to load it.
 */
export function checkedPeople(
  { most, messages }: PeopleRules,
  firstId: number,
  sent: readonly PersonSetting[],
): { people: PersonSetting[]; mistake: PeopleMistake | null } {
  const people = sent.map(({ UserId, Role }) => ({ UserId, Role: cleanRole(Role) }));
  const mistakes = people.flatMap(({ UserId, Role }, index): PeopleMistake[] => {
    if (!isUserId(UserId)) return [{ path: [index, 'UserId'], message: personMessages.unknown }];
    const message = roleMistake(Role);
    return message ? [{ path: [index, 'Role'], message }] : [];
  });
  if (people.length > most) mistakes.push({ path: [], message: messages.tooMany });
  const seen = new Set<number>();
  people.forEach(({ UserId }, index) => {
    const message = UserId === firstId ? messages.first : seen.has(UserId) ? messages.duplicate : null;
    if (message) mistakes.push({ path: [index, 'UserId'], message });
    seen.add(UserId);
  });
  return { people, mistake: mistakes[0] ?? null };
}
