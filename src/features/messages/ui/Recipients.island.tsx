import { useState } from 'react';
import type { PersonEntry } from '#features/users/people-picker/people-list.ts';
import { PeopleEditor } from '#features/users/people-picker/ui/PeopleEditor.tsx';
import { withRecipient } from '../recipients.ts';

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
        addLabel="Add a user"
        hint="Enter the exact name."
        onChange={setPeople}
        hasRoles={false}
      />
      <input type="hidden" name="To" value={people.map(({ userId }) => userId).join(',')} />
    </>
  );
}
