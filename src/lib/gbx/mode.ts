/** Play modes by number; Script, the seventh, is ManiaPlanet's. */
export const MODES = ['Race', 'Platform', 'Puzzle', 'Crazy', 'Shortcut', 'Stunts'] as const;
export type Mode = (typeof MODES)[number];

/** The name of a mode, or its number where the old games have no such mode; undefined stays. */
export function modeName(mode: number | undefined): string | number | undefined {
  return mode === undefined ? undefined : (MODES[mode] ?? mode);
}
