import { useState } from 'react';
import { type Added, type PersonEntry, withPerson } from '#features/users/people-picker/people-list.ts';
import { PeopleEditor } from '#features/users/people-picker/ui/PeopleEditor.tsx';
import { maxMembers } from '../model.ts';

/** The people picker of a message: everyone but the sender. `most` is smaller when others are in the conversation already. */
const withRecipient = (
  people: readonly PersonEntry[],
  person: { userId: number; name: string },
  ownName: string,
  most = maxMembers - 1,
): Added<PersonEntry> =>
  withPerson(
    {
      most,
      messages: {
        duplicate: 'This player is already in the list.',
        tooMany: `A conversation can have at most ${maxMembers} members.`,
        first: 'You’re already in this conversation.',
      },
    },
    people,
    { ...person, role: '' },
    ownName,
  );

interface Props {
  legend: string;
  people: readonly PersonEntry[];
  ownId: number;
  ownName: string;
  /** how many can be chosen */
  most: number;
}

/** The recipients of a message as part of a plain form. */
export function Recipients({ legend, people: before, ownId, ownName, most }: Props) {
  const [people, setPeople] = useState(before);
  return (
    <>
      <PeopleEditor
        legend={legend}
        first={{ userId: ownId, name: ownName, label: 'You' }}
        people={people}
        withOne={(person) => withRecipient(people, person, ownName, most)}
        addLabel="Add a player"
        hint="Enter the exact name."
        onChange={setPeople}
        hasRoles={false}
      />
      <input type="hidden" name="To" value={people.map(({ userId }) => userId).join(',')} />
    </>
  );
}
