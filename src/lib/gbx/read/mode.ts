/** Play modes by number; the seventh, Script, is ManiaPlanet's. */
export const MODES = ['Race', 'Platform', 'Puzzle', 'Crazy', 'Shortcut', 'Stunts'] as const;
export type Mode = (typeof MODES)[number];

/** The name of a mode, or its number if the old games do not have it. Returns null and undefined unchanged. */
export function modeName<None extends null | undefined>(mode: number | None): string | number | None {
  return typeof mode === 'number' ? (MODES[mode] ?? mode) : mode;
}
