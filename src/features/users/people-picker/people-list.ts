/** A list of users with a role each, as the authors of a track and the managers of a pack. */
export interface PeopleRules {
  readonly most: number;
  readonly messages: {
    readonly duplicate: string;
    readonly tooMany: string;
    /** for the user who is always in the list: the uploader, the owner */
    readonly first: string;
  };
}

export const maxRoleCharacters = 100;

/** Messages of every such list. */
export const personMessages = {
  unknown: 'No player has exactly this name.',
  role: `Use at most ${maxRoleCharacters} characters.`,
} as const;

/** A user in the editor. */
export interface PersonEntry {
  userId: number;
  name: string;
  /** '' if there is none */
  role: string;
}

/** A user as forms send them. */
export interface PersonSetting {
  UserId: number;
  Role: string;
}

export type Added<E extends PersonEntry> = { ok: true; people: E[] } | { ok: false; message: string };

/** The list with one more user at its end; or why not. */
export function withPerson<E extends PersonEntry>(
  { most, messages }: PeopleRules,
  people: readonly E[],
  added: E,
  firstName: string,
): Added<E> {
  if (added.name === firstName) return { ok: false, message: messages.first };
  if (people.some(({ userId }) => userId === added.userId)) return { ok: false, message: messages.duplicate };
  if (people.length >= most) return { ok: false, message: messages.tooMany };
  return { ok: true, people: [...people, added] };
}

/** The list with this user one place earlier; the first stays where they are. */
export function movedUp<E extends PersonEntry>(people: readonly E[], userId: number): E[] {
  const index = people.findIndex((person) => person.userId === userId);
  const [before, moved] = [people[index - 1], people[index]];
  if (!before || !moved) return [...people];
  return [...people.slice(0, index - 1), moved, before, ...people.slice(index + 1)];
}

/** The user whom a refused form of a browser without scripts names, and their role, as typed; `list` is the name of the list. */
export function typedPerson(
  list: 'Authors' | 'Managers',
  values: URLSearchParams | undefined,
): { readonly name: string; readonly role: string } {
  const field = new RegExp(`^${list}\\[(\\d{1,3})\\]\\.Name$`);
  // at any index: the form shown again may contain fewer users than the one that was sent
  const typed = [...(values ?? [])].flatMap(([sent, name]) => {
    const index = field.exec(sent)?.[1];
    return index === undefined ? [] : [{ name, role: values?.get(`${list}[${index}].Role`) ?? '' }];
  });
  return typed.find(({ name }) => name !== '') ?? typed[0] ?? { name: '', role: '' };
}
