import { DoubleSide, Mesh, MeshBasicMaterial } from 'three';
import type { Run } from '../../run.ts';
import type { CarShape } from '../../space/car-shapes.ts';
import { type Mark, wheelMarks } from '../../space/wheel-marks.ts';
import { Faces } from './geometry.ts';

/** Corners of triangles in a mark. */
const cornersOfMark = 6;

/** The marks of all cars in one piece, of which as much is drawn as has been driven; null if no car leaves any. */
export class MarkMesh {
  readonly mesh: Mesh;
  readonly #marks: readonly Mark[];

  static of(runs: readonly Run[], shape: CarShape): MarkMesh | null {
    const marks = runs.flatMap((run) => wheelMarks(run, shape)).sort((a, b) => a.fromMs - b.fromMs);
    return marks.length === 0 ? null : new MarkMesh(marks);
  }

  private constructor(marks: readonly Mark[]) {
    this.#marks = marks;
    const faces = new Faces();
    for (const { corners } of marks) faces.add(corners, '#000');
    this.mesh = new Mesh(
      faces.geometry(),
      new MeshBasicMaterial({
        color: '#141416',
        side: DoubleSide,
        transparent: true,
        opacity: 0.55,
        depthWrite: false,
        polygonOffset: true,
        polygonOffsetFactor: -1,
        polygonOffsetUnits: -4,
      }),
    );
    this.mesh.frustumCulled = false;
  }

  /** Shows what was there at a time. */
  show(timeMs: number): void {
    let [low, high] = [0, this.#marks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#marks[middle]?.fromMs ?? 0) <= timeMs) low = middle + 1;
      else high = middle;
    }
    this.mesh.geometry.setDrawRange(0, low * cornersOfMark);
  }
}
