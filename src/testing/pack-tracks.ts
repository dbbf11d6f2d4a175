import type { PackEntries, TracksAdded } from '#features/packs/tracks/entries.ts';
import type { Person } from './track-people.ts';

/** What the managers of a pack send, each as one of them. */
export const addTracks = async (who: Person, packId: number, tracks: readonly (number | string)[]) =>
  (
    await who.post('/trackpack/addtracks', { packId: `${packId}`, tracks: tracks.join(' ') })
  ).json<TracksAdded>();

export const setStatus = (
  who: Person,
  packId: number,
  trackId: number,
  status: number,
  words: { readonly Reason?: string; readonly Note?: string } = {},
) =>
  who.sends('PUT', '/trackpack/togglestatus', {
    packId: `${packId}`,
    trackId: `${trackId}`,
    status: `${status}`,
    ...words,
  });

export const moveTrack = (who: Person, packId: number, trackId: number, position: number) =>
  who.sends('PUT', '/trackpack/movetrack', {
    packId: `${packId}`,
    trackId: `${trackId}`,
    position: `${position}`,
  });

export const removeTrack = (who: Person, packId: number, trackId: number) =>
  who.sends('DELETE', '/trackpack/removetrack', { packId: `${packId}`, trackId: `${trackId}` });

export const packEntries = async (who: Person, packId: number) =>
  (await who.get(`/trackpackmanage/${packId}/tracks`)).json<PackEntries>();

/** Undoes the last step, or the one to `revision`. */
export const undoStep = async (who: Person, packId: number, revision?: number) =>
  who.post('/trackpack/undo', {
    packId: `${packId}`,
    revision: `${revision ?? (await packEntries(who, packId)).Revision}`,
  });
