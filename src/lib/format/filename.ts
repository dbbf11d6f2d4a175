import { wellFormed } from '#lib/codes/text.ts';

/** Old data contains names longer than the current limit of 50 letters. */
const LONGEST_NAME = 60;
/** File systems allow 255 bytes: 200 leave room for ids, times and endings. */
const MOST_BYTES = 200;

/** The file name of a track: `{name}_({TrackId}).Challenge.Gbx`. `plainName` has no `$` codes. */
export function trackFileName(plainName: string, trackId: number): string {
  return `${safeName(plainName, '-')}_(${trackId}).Challenge.Gbx`;
}

/** The file name of a replay, after the track's: `{track name}_({ReplayId}).Replay.Gbx`. */
export function replayFileName(plainTrackName: string, replayId: number): string {
  return `${safeName(plainTrackName, '-')}_(${replayId}).Replay.Gbx`;
}

/** The name of a pack's zip without its ending, and of the folder it is unpacked into: `{pack name} (TMX_{PackId})`. */
export const packFolderName = (plainName: string, packId: number): string =>
  `${safeName(plainName, '_')} (TMX_${packId})`;

/** A time in a file name: `20260314-120509`, in UTC. */
export const timeStamp = (at: Date): string =>
  at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');

/**
 * Replaces characters other than letters, digits, space, underscore and hyphen with `replacement`. Letters of any script
 * stay, with their marks. An empty result becomes `unnamed`.
 */
export function safeName(name: string, replacement: '-' | '_'): string {
  const safe = wellFormed(name)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} _-]/gu, replacement)
    .trim();
  return beginning(safe).trim() || 'unnamed';
}

/** As many letters as are allowed, in UTF-8. */
function beginning(text: string): string {
  let bytes = 0;
  const letters = Array.from(text).slice(0, LONGEST_NAME);
  const tooMany = letters.findIndex((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    return bytes > MOST_BYTES;
  });
  return (tooMany < 0 ? letters : letters.slice(0, tooMany)).join('');
}
