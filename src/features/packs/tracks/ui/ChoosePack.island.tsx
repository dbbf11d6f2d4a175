import { useState } from 'react';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import { Autocomplete } from '#ui/Autocomplete.tsx';
import type { Choice } from '#ui/autocomplete-state.ts';
import { find } from '#ui/dom.ts';
import type { PackRow } from '../../list/fields.ts';

interface Props {
  trackId: number;
  /** what was searched for */
  name: string;
}

const boxId = 'pack-name';

/** The search box for a pack. It suggests packs while the user types; without scripts its form searches. */
export function ChoosePack({ trackId, name }: Props) {
  const [typed, setTyped] = useState(name);
  return (
    <div className="f">
      <label className="lb" htmlFor={boxId}>
        Name or ID of the trackpack
      </label>
      <Autocomplete
        id={boxId}
        name="name"
        value={typed}
        onType={setTyped}
        onChoose={({ id }) => location.assign(routes.trackPackSubmit(id, trackId))}
        onEnter={() => find(document, `#${boxId}`, HTMLInputElement)?.form?.requestSubmit()}
        load={findOpenPacks}
        listLabel="Trackpacks that accept submissions"
        maxLength={100}
      />
    </div>
  );
}

/** Packs that accept submissions, by a part of their name or their id. */
async function findOpenPacks(name: string, signal: AbortSignal): Promise<Choice[]> {
  const query = new URLSearchParams({
    name,
    insubmissions: '1',
    inlegacy: '0',
    count: '10',
    fields: 'PackId,PackName,Creator.Name',
  });
  const response = await fetch(`${routes.apiPacks()}?${query}`, {
    signal,
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`trackpacks were not found: ${response.status}`);
  const { Results }: { Results: Pick<PackRow, 'PackId' | 'PackName' | 'Creator'>[] } = await response.json();
  return Results.map(({ PackId, PackName, Creator }) => ({
    id: PackId,
    label: `${stripGameText(PackName).trim() || `Trackpack ${PackId}`} by ${Creator.Name}`,
  }));
}
