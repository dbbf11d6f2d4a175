/** Old data contains names longer than the current limit of 50 letters; file systems allow 255 bytes. */
const LONGEST_NAME = 60;

/** The file name of a track: `{name}_({TrackId}).Challenge.Gbx`. `plainName` has no `$` codes. */
export function trackFileName(plainName: string, trackId: number): string {
  return `${safeName(plainName, '-')}_(${trackId}).Challenge.Gbx`;
}

/** The file name of a replay, after the track's: `{track name}_({ReplayId}).Replay.Gbx`. */
export function replayFileName(plainTrackName: string, replayId: number): string {
  return `${safeName(plainTrackName, '-')}_(${replayId}).Replay.Gbx`;
}

/** The file name of a pack's zip: its name with special characters as underscores, then `_(TMX_{id}).zip`. */
export function packZipName(packName: string, packId: number): string {
  return `${safeName(packName, '_')}_(TMX_${packId}).zip`;
}

/** The file name of a list's zip: `tmx-playlater_20260314-120509.zip`, time in UTC. */
export function listZipName(list: 'playlater' | 'tracksearch', at: Date): string {
  const stamp = at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  return `tmx-${list}_${stamp}.zip`;
}

/**
 * Replaces characters other than letters, digits, space, underscore and hyphen with `replacement`. Letters of any script
 * stay, with their marks. An empty result becomes `unnamed`.
 */
export function safeName(name: string, replacement: '-' | '_'): string {
  const safe = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} _-]/gu, replacement)
    .trim();
  return Array.from(safe).slice(0, LONGEST_NAME).join('').trim() || 'unnamed';
}
