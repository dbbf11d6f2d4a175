import type { TrackSpace } from './track-space.ts';

/** What is worth telling, by the kind of block. */
const told: Readonly<Record<string, readonly [one: string, many: string]>> = {
  checkpoint: ['checkpoint', 'checkpoints'],
  loop: ['loop', 'loops'],
  jump: ['jump', 'jumps'],
  tunnel: ['stretch of tunnel', 'stretches of tunnel'],
};

/** What a drawing shows, for those who do not see it: "Stadium, 6 checkpoints, 2 loops". */
export function aboutTrack({ environment, drives }: TrackSpace): string {
  const counts = new Map<string, number>();
  for (const { shape } of drives) counts.set(shape.kind, (counts.get(shape.kind) ?? 0) + 1);
  const parts = Object.entries(told).flatMap(([kind, [one, many]]) => {
    const count = counts.get(kind) ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return [environment, ...parts].join(', ');
}
