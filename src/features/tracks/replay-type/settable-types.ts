import { replayTypes } from '#lib/codes/track.ts';
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
