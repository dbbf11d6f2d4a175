/** Old data holds longer names than the 50 letters of today; file systems stop at 255 bytes. */
const LONGEST_NAME = 60;

/** The file name of a track: `{name}_({TrackId}).Challenge.Gbx`. `plainName` has no `$` codes left. */
export function trackFileName(plainName: string, trackId: number): string {
  return `${safeName(plainName, '-')}_(${trackId}).Challenge.Gbx`;
}

/** The file name of a replay, after the track's: `{track name}_({ReplayId}).Replay.Gbx`. */
export function replayFileName(plainTrackName: string, replayId: number): string {
  return `${safeName(plainTrackName, '-')}_(${replayId}).Replay.Gbx`;
}

/** The zip of a pack: its name, odd characters as underscores, then `_(TMX_{id}).zip`. */
export function packZipName(packName: string, packId: number): string {
  return `${safeName(packName, '_')}_(TMX_${packId}).zip`;
}

/** The zip of a list made on the spot: `tmx-playlater_20260314-120509.zip`, time in UTC. */
export function listZipName(list: 'playlater' | 'tracksearch', at: Date): string {
  const stamp = at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  return `tmx-${list}_${stamp}.zip`;
}

/**
 * Characters other than letters, digits, space, underscore and hyphen become `replacement`. Letters of any
 * script stay, with their marks. What is left of an empty name is `unnamed`.
 */
export function safeName(name: string, replacement: '-' | '_'): string {
  const safe = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} _-]/gu, replacement)
    .trim();
  return Array.from(safe).slice(0, LONGEST_NAME).join('').trim() || 'unnamed';
}
