import { routes } from '#routes.ts';
import type { Choice } from '#ui/autocomplete-state.ts';
import type { TrackRowOf } from '../fields.ts';
import { trackName } from './track-name.ts';

const most = 10;
const fields = ['TrackId', 'TrackName', 'Uploader.UserId', 'Uploader.Name'] as const;

/** Tracks whose name contains the text, or with this id, for the suggestions. */
export async function findTracks(name: string, signal?: AbortSignal): Promise<Choice[]> {
  const query = new URLSearchParams({ name, count: String(most), fields: fields.join(',') });
  const response = await fetch(`${routes.apiTracks()}?${query}`, {
    signal: signal ?? null,
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`tracks were not found: ${response.status}`);
  const { Results }: { Results: TrackRowOf<(typeof fields)[number]>[] } = await response.json();
  return Results.map((track) => ({
    id: track.TrackId,
    label: `${trackName(track)} by ${track.Uploader.Name}, ID ${track.TrackId}`,
  }));
}
