import type { Run } from '../run.ts';

/** With less motion, a run that plays is shown as stills: at the last of its checkpoints, or its start. */
export const stillAt = ({ checkpointsMs }: Pick<Run, 'checkpointsMs'>, timeMs: number): number =>
  checkpointsMs.findLast((atMs) => atMs <= timeMs) ?? 0;
