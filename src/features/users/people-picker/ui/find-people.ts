import { routes } from '#routes/routes.ts';
import type { Choice } from '#ui/autocomplete-state.ts';
import type { UserRow } from '../../list/fields.ts';

const most = 10;

/** Users whose name contains the text, for the suggestions; an exact match comes first. */
export async function findPeople(name: string, signal?: AbortSignal): Promise<Choice[]> {
  const query = new URLSearchParams({ name, count: String(most), fields: 'UserId,Name' });
  const response = await fetch(`${routes.apiUsers()}?${query}`, {
    signal: signal ?? null,
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`users were not found: ${response.status}`);
  const { Results }: { Results: Pick<UserRow, 'UserId' | 'Name'>[] } = await response.json();
  return Results.map(({ UserId, Name }) => ({ id: UserId, label: Name }));
}
