import { useState } from 'react';
import type { PersonEntry } from '#features/users/people-picker/people-list.ts';
import { PeopleEditor } from '#features/users/people-picker/ui/PeopleEditor.tsx';
import { KeptState } from '#ui/KeptState.tsx';
import { managerFieldNames, withManager } from '../managers.ts';

interface Props {
  managers: readonly PersonEntry[];
  ownerId: number | null;
  ownerName: string;
}

/** The managers as part of a plain form, sent with and without scripts. */
export function PackManagers({ managers: before, ownerId, ownerName }: Props) {
  const [managers, setManagers] = useState(before);
  return (
    <>
      <PeopleEditor
        legend="Managers"
        first={{ userId: ownerId ?? undefined, name: ownerName, label: 'Owner' }}
        people={managers}
        withOne={(person) => withManager(managers, person, ownerName)}
        addLabel="Add a manager"
        hint="Enter the exact name. Managers choose the pack’s tracks and are notified of submissions."
        onChange={setManagers}
        roleName={(index) => managerFieldNames(index).role}
      />
      <KeptState name="managers" state={managers} onRestore={setManagers} />
      <input type="hidden" name="Managers" value={managers.length} />
      {managers.map(({ userId }, index) => (
        <input key={userId} type="hidden" name={managerFieldNames(index).userId} value={userId} />
      ))}
    </>
  );
}
