import { DoubleSide, Mesh, MeshBasicMaterial } from 'three';
import type { RibbonPiece } from '../../space/ribbon.ts';
import { Faces } from './geometry.ts';

/** The ribbons of all runs in one piece. */
export function ribbonMesh(pieces: readonly RibbonPiece[]): Mesh {
  const faces = new Faces();
  for (const { corners, colour } of pieces) faces.add(corners, colour);
  const mesh = new Mesh(
    faces.geometry(),
    new MeshBasicMaterial({
      vertexColors: true,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -8,
    }),
  );
  mesh.frustumCulled = false;
  return mesh;
}
