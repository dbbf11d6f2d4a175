import type { EnvironmentName } from '../block.ts';
import type { Mesh } from './solid.ts';
import type { Gate } from './solid-gate.ts';
import type { TrackSolid } from './track-solid.ts';

/** A mesh as a graphics card takes it. */
export interface PackedMesh {
  readonly places: Float32Array;
  readonly materials: Uint8Array;
  readonly corners: Uint32Array;
}

/** What a file says about a track. */
export interface ReadSolid {
  readonly environment: EnvironmentName;
  /** of the track's file */
  readonly mood: string;
  readonly plain: TrackSolid['plain'];
  readonly gates: readonly Gate[];
  readonly materials: readonly string[];
  readonly ground: PackedMesh;
  readonly things: PackedMesh;
}

interface Head extends Omit<ReadSolid, 'ground' | 'things'> {
  /** of the two meshes: corners, and numbers of corners in triangles */
  readonly counts: readonly number[];
  /** the lowest coordinates in metres, and metres for each unit */
  readonly from: readonly number[];
  readonly unit: readonly number[];
}

const largest = 65_535;
const meshKeys = ['ground', 'things'] as const;

/**
 * A solid as bytes: the length of a head, the head as JSON, then of each mesh x, y and z of all corners (16 bits each), their
 * materials, and the corners of all triangles as differences to the one before (32 bits). Meant to be compressed.
 */
export function writeSolid(solid: TrackSolid, mood: string): Uint8Array<ArrayBuffer> {
  const meshes = meshKeys.map((key) => solid[key]);
  const from = [Infinity, Infinity, Infinity];
  const to = [-Infinity, -Infinity, -Infinity];
  for (const { places } of meshes)
    for (const [at, value] of places.entries()) {
      from[at % 3] = Math.min(from[at % 3] ?? value, value);
      to[at % 3] = Math.max(to[at % 3] ?? value, value);
    }
  const unit = from.map((low, at) => Math.max(0.001, ((to[at] ?? low) - low) / largest));
  const { environment, plain, gates, materials } = solid;
  const counts = meshes.flatMap((mesh) => [mesh.materials.length, mesh.corners.length]);
  const head: Head = { environment, mood, plain, gates, materials, counts, from, unit };
  const text = new TextEncoder().encode(JSON.stringify(head));
  const sizes = meshes.map(sizeOf);
  const bytes = new Uint8Array(4 + text.length + sizes.reduce((sum, size) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, text.length, true);
  bytes.set(text, 4);
  let at = 4 + text.length;
  for (const { places, materials: ofCorners, corners } of meshes) {
    for (const axis of [0, 1, 2])
      for (let corner = 0; corner < ofCorners.length; corner++, at += 2) {
        const metres = (places[3 * corner + axis] ?? 0) - (from[axis] ?? 0);
        view.setUint16(at, Math.round(metres / (unit[axis] ?? 1)), true);
      }
    bytes.set(ofCorners, at);
    at += ofCorners.length;
    let before = 0;
    for (const corner of corners) {
      view.setInt32(at, corner - before, true);
      before = corner;
      at += 4;
    }
  }
  return bytes;
}

const sizeOf = ({ materials, corners }: Mesh): number => 7 * materials.length + 4 * corners.length;

/** Reads what `writeSolid` wrote. Throws a RangeError for anything shorter than it says. */
export function readSolid(bytes: Uint8Array): ReadSolid {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true);
  const head: Head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = 4 + length;
  const [ground, things] = meshKeys.map((_, mesh): PackedMesh => {
    const [count = 0, numbers = 0] = head.counts.slice(2 * mesh);
    const places = new Float32Array(3 * count);
    for (const axis of [0, 1, 2])
      for (let corner = 0; corner < count; corner++, at += 2)
        places[3 * corner + axis] =
          (head.from[axis] ?? 0) + view.getUint16(at, true) * (head.unit[axis] ?? 1);
    const materials = bytes.slice(at, at + count);
    at += count;
    const corners = new Uint32Array(numbers);
    let before = 0;
    for (let number = 0; number < numbers; number++, at += 4) {
      before += view.getInt32(at, true);
      corners[number] = before;
    }
    return { places, materials, corners };
  }) as [PackedMesh, PackedMesh]; // one for each key
  const { environment, mood, plain, gates, materials } = head;
  return { environment, mood, plain, gates, materials, ground, things };
}
