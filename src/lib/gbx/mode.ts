/** Play modes by number; the seventh, Script, is ManiaPlanet's. */
export const MODES = ['Race', 'Platform', 'Puzzle', 'Crazy', 'Shortcut', 'Stunts'] as const;
export type Mode = (typeof MODES)[number];

/** The name of a mode, or its number if the old games do not have it; undefined stays. */
export function modeName(mode: number | undefined): string | number | undefined {
  return mode === undefined ? undefined : (MODES[mode] ?? mode);
}
