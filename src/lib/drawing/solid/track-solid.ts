import { gateKinds } from '../oblique/paint-gates.ts';
import { edged, paintDrive, planRoads } from '../oblique/paint-road.ts';
import { type GroundShape, paintTerrain } from '../oblique/paint-terrain.ts';
import { paintThing, stacksOf } from '../oblique/paint-things.ts';
import { between, type Point, raised } from '../space/grid.ts';
import type { Shapes } from '../space/shape.ts';
import { type Drive, type SourceTrack, spaceOf, type TrackSpace } from '../space/track-space.ts';
import { hollowed } from './hollows.ts';
import { type Mesh, Solid } from './solid.ts';
import { buildGate, type Gate } from './solid-gate.ts';

/** Increased when the same blocks would become other triangles. */
const solidRevision = 3;

/** Names the solid of a file in addresses; changes with the file, its drawing, to which it is fitted alike, and the way solids are built. */
export const solidVersion = (sha256: string, hero: string | null): string =>
  `${sha256.slice(0, 10)}-${hero?.slice(0, 6) ?? 0}-${solidRevision}`;

/** A track as triangles. */
export interface TrackSolid {
  readonly environment: SourceTrack['environment'];
  /** the plain ground around the map: metres up, its material, and the rectangle that `ground` covers */
  readonly plain: { readonly up: number; readonly material: string; readonly across: readonly number[] };
  readonly gates: readonly Gate[];
  readonly materials: readonly string[];
  /** the ground, and all that stands on it */
  readonly ground: Mesh;
  readonly things: Mesh;
}

/** Tracks with more driven blocks than this come without houses and trees. */
const manyDrives = 4000;
/** The largest real tracks have 200,000; beyond it a file is an attack. */
const maxTriangles = 400_000;
/** Cells of ground around what is known of the map. */
const margin = 2;
/** Metres by which pieces of plain ground overlap: where corners meet edges, the sky would show through as dots. */
const overlap = 0.1;

/** The solid of a track, from the same surfaces as its drawings. null: nothing is driven, or too much for a real track. */
export function solidOf(track: SourceTrack, shapes: Shapes): TrackSolid | null {
  const space = spaceOf(track, shapes, true);
  if (!space) return null;
  const { cell } = space.grid;
  const solid = new Solid(cell);
  const across = addGround(solid, space);
  const ground = solid.take();
  const { plan, things } = planRoads(space, true, false);
  for (const drive of space.drives) {
    paintDrive(solid, plan, drive);
    addDashes(solid, drive, cell);
    if (solid.size > 3 * maxTriangles) return null;
  }
  if (space.drives.length <= manyDrives)
    for (const stack of stacksOf(things)) paintThing(solid, space, stack, true);
  const gates = space.drives.flatMap((drive) =>
    gateKinds.has(drive.shape.kind) ? (buildGate(solid, drive, cell) ?? []) : [],
  );
  const built = solid.take();
  if (ground.corners.length + built.corners.length > 3 * maxTriangles) return null;
  const { terrain, environment } = space;
  const { plain } = terrain;
  return {
    environment,
    plain: { up: terrain.top(plain), material: plain.material, across },
    gates,
    materials: solid.materials,
    ground,
    things: built,
  };
}

const lanes = new Set(['lane', 'auto', 'wide']);
const dash = { half: 0.16, longest: 9, lift: 0.04 };

/** Adds the dashed line in the middle of a lane, by which one sees how fast one goes. */
function addDashes(solid: Solid, { shape, strips }: Drive, cell: number): void {
  if (!lanes.has(shape.form) || !edged.has(shape.surface) || shape.kind === 'hole') return;
  for (const strip of strips)
    for (const [at, [left, right]] of strip.entries()) {
      const next = strip[at + 1];
      if (!next) continue;
      const across = Math.hypot(right[0] - left[0], right[2] - left[2]) * cell || 1;
      const edge = (side: number, share: number): Point => {
        const [a, b] = [between(left, next[0], share), between(right, next[1], share)];
        return raised(between(a, b, 0.5 + (side * dash.half) / across), dash.lift);
      };
      const length = Math.hypot(next[0][0] - left[0], next[0][2] - left[2]) * cell;
      const count = Math.max(1, Math.round(length / dash.longest / 2));
      for (let number = 0; number < count; number++) {
        const [from, to] = [(number + 0.25) / count, (number + 0.75) / count];
        solid.add([edge(-1, from), edge(1, from), edge(1, to), edge(-1, to)], 'edge');
      }
    }
}

/** Adds terrain and plain ground; returns the rectangle that they cover, in metres. */
function addGround(solid: Solid, space: TrackSpace): readonly number[] {
  const terrain: GroundShape = hollowed(space);
  const { cell } = space.grid;
  paintTerrain(solid, { terrain, grid: space.grid });
  const rows = new Map<number, Set<number>>();
  let [x0, z0, x1, z1] = [0, 0, space.size.x, space.size.z];
  for (const [x, z] of terrain.cells()) {
    rows.set(z, (rows.get(z) ?? new Set()).add(x));
    [x0, z0] = [Math.min(x0, x), Math.min(z0, z)];
    [x1, z1] = [Math.max(x1, x + 1), Math.max(z1, z + 1)];
  }
  [x0, z0, x1, z1] = [x0 - margin, z0 - margin, x1 + margin, z1 + margin];
  const up = terrain.top(terrain.plain);
  for (let z = z0; z < z1; z++) {
    const taken = rows.get(z);
    let from = x0;
    for (let x = x0; x <= x1; x++) {
      if (x < x1 && !taken?.has(x)) continue;
      const more = overlap / cell;
      if (x > from)
        solid.add(
          [
            [from - more, up, z - more],
            [x + more, up, z - more],
            [x + more, up, z + 1 + more],
            [from - more, up, z + 1 + more],
          ],
          terrain.plain.material,
        );
      from = x + 1;
    }
  }
  return [x0, z0, x1, z1].map((side) => side * cell);
}
