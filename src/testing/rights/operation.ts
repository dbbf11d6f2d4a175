import type { Answer } from './asker.ts';
import type { Scene } from './scene.ts';
import type * as table from './table.ts';

/** An action on a track, by each of its routes. */
export interface Operation {
  readonly name: string;
  /** as the routes of features name them */
  readonly routes: readonly `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`[];
  readonly expected: table.Expected;
  /** values of the path parameters, other than the track's id */
  readonly parts?: (scene: Scene) => Record<string, string>;
  readonly query?: (scene: Scene) => Record<string, string>;
  readonly form?: (scene: Scene, nextFile: Buffer) => Record<string, string | Buffer>;
  /** lists are open to everyone: returns whether this track is in the response */
  readonly holds?: (answer: Answer, scene: Scene) => boolean;
}
