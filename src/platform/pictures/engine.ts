import type { LaneSender } from '#platform/lanes/fair-lane.ts';
import type { PictureTools } from './tools.ts';

/** Works with pictures, a few at a time. */
export interface PictureEngine {
  /**
   * Waits for a turn, then calls `work` with the tools. If the process of the tools ends for another reason than the picture,
   * `work` is called once more, so it must have no effects before its last picture is drawn. Rejects with a Problem 503 if
   * too much is waiting, or if the second process ended as well.
   */
  take<T>(sender: LaneSender, work: (tools: PictureTools) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The process of the tools ended, or was ended, for another reason than the picture. */
export class ProcessLost extends Error {}

/** The picture took more processor time or memory than any picture may. The same file would do so again. */
export class TooCostly extends Error {}
