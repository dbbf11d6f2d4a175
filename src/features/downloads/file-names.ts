import { packFolderName, replayFileName, safeName, timeStamp, trackFileName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';

/** The tracks in a zip, with their metadata. */
export const manifestName = 'tracks.json';
/** The files that a zip should contain but does not, each with the reason. */
export const failedName = 'failed.txt';

/** The zip of a pack: `{pack name} (TMX_{PackId}).zip`. Names are given as typed, `$` codes included; so below. */
export const packZipName = (packName: string, packId: number): string =>
  `${packFolderName(stripGameText(packName), packId)}.zip`;

/** The zip of a Play Later list: `tmx-playlater_20260314-120509.zip`, time in UTC. */
export const playLaterZipName = (at: Date): string => `tmx-playlater_${timeStamp(at)}.zip`;

/** The zip of a search: `tmx-tracksearch_20260314-120509.zip`; of its second part: `…_part2.zip`. */
export const searchZipName = (at: Date, part = 1): string =>
  `tmx-tracksearch_${timeStamp(at)}${part > 1 ? `_part${part}` : ''}.zip`;

/** The zip of a track's replays: `{track name}_({TrackId})_replays_20260314-120509.zip`. */
export const replaysZipName = (trackName: string, trackId: number, at: Date): string =>
  `${safeName(stripGameText(trackName), '-')}_(${trackId})_replays_${timeStamp(at)}.zip`;

/** A track in a zip: `{track name}_({TrackId}).Challenge.Gbx`, as when it is downloaded by itself. */
export const trackEntryName = (trackName: string, trackId: number): string =>
  trackFileName(stripGameText(trackName), trackId);

/**
 * A replay in the zip of its track: `{position}_{user}_({ReplayId}).Replay.Gbx`. `position` is the row's, counted from 0; the file
 * name counts from 1. A replay unranked (beaten by its driver, or of an older version) begins with `unranked`.
 */
export const replayEntryName = (position: number | null, userName: string, replayId: number): string =>
  replayFileName(`${position === null ? 'unranked' : position + 1}_${userName}`, replayId);

/**
 * Makes the names within one zip unique: the second `a.Challenge.Gbx` becomes `a 2.Challenge.Gbx`. Case does not count, because
 * it does not on Windows. Create one per zip.
 */
export function uniqueNames(): (name: string) => string {
  const taken = new Set([manifestName, failedName]);
  return (name) => {
    const dot = name.indexOf('.');
    const [base, ending] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${base} ${n}${ending}`;
    taken.add(free.toLowerCase());
    return free;
  };
}
