import { routes } from '#routes/routes.ts';
import type { Choice } from '#ui/autocomplete-state.ts';
import type { TrackRowOf } from '../fields.ts';
import { trackName } from './track-name.ts';

const most = 10;
const fields = ['TrackId', 'TrackName', 'Uploader.UserId', 'Uploader.Name'] as const;

/** Tracks whose name contains the text, for the suggestions. A number is also an id: the track with it comes first. */
export async function findTracks(text: string, signal?: AbortSignal): Promise<Choice[]> {
  const isNumber = /^\d{1,9}$/.test(text.trim());
  const [withId, named] = await Promise.all([
    isNumber ? choices({ id: text.trim() }, signal) : [],
    choices({ name: text }, signal),
  ]);
  const others = named.filter(({ id }) => !withId.some((track) => track.id === id));
  return [...withId, ...others].slice(0, most);
}

async function choices(filter: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Choice[]> {
  const query = new URLSearchParams({ ...filter, count: String(most), fields: fields.join(',') });
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
