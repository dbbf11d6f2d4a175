/** What a block counts as in a race; a `multilap` block is start and finish in one. */
export type Waypoint = 'start' | 'checkpoint' | 'finish' | 'multilap';

/**
 * The waypoint that a block's name means, with or without the prefix of its environment. Correct for all block names of the
 * old games; pillars have the names of what they support and are never waypoints.
 */
export function waypointOf(name: string): Waypoint | null {
  if (name.includes('Pillar')) return null;
  if (name.includes('StartFinish') || /Multi[Ll]ap$/.test(name)) return 'multilap';
  if (name.includes('StartLine') || name === 'CE_HelicoStart') return 'start';
  if (/Finish(Line)?(Support)?$/.test(name)) return 'finish';
  return /Check[Pp]oint/.test(name) ? 'checkpoint' : null;
}
