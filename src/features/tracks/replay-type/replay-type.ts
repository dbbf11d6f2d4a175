import { replayTypes } from '#lib/codes/track.ts';
import { formatWhole } from '#lib/format/count.ts';
import type { Site } from '#sites/schema.ts';

type TypeName = (typeof replayTypes)[number];

/** The types that moderators may give a track of the edition: number and name. Beta ends with the release instead. */
export function settableTypes({
  capabilities,
}: Pick<Site, 'capabilities'>): readonly (readonly [number, TypeName])[] {
  const names: TypeName[] = ['Standard', 'Classic', 'Nadeo', 'Uncompetitive'];
  if (capabilities.hasStarTracks) names.push('Star');
  return names.map((name) => [replayTypes.indexOf(name), name]);
}

/** Icon (under /images/replays) and label of each replay type. */
const plates = {
  1: { icon: 'classic', label: 'Classic' },
  2: { icon: 'nadeo', label: 'Nadeo' },
  3: { icon: 'uncompetitive', label: 'Uncompetitive' },
  4: { icon: 'beta', label: 'Beta' },
  5: { icon: 'star', label: 'Star' },
} as const;

export interface ReplayTypePlate {
  src: string;
  label: string;
}

/** Any other value shows a classic track with its value. */
export function replayTypePlate(replayType: number, trackValue: number): ReplayTypePlate {
  const known = Object.hasOwn(plates, replayType) ? plates[replayType as keyof typeof plates] : undefined; // checked by hasOwn
  if (known) return { src: `/images/replays/${known.icon}.svg`, label: known.label };
  return {
    src: '/images/replays/classic.svg',
    label: `Standard, value ${formatWhole(trackValue)}`,
  };
}
