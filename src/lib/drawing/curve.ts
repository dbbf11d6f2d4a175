import { baseName, type EnvironmentName, type PlacedBlock } from './block.ts';
import { type Footprint, turned } from './footprint.ts';
import type { Family } from './palette.ts';

type Point = readonly [number, number];

/** The centre of a curve on the map, and where it begins and ends. */
export type Curve =
  | {
      readonly kind: 'arc';
      readonly from: Point;
      readonly to: Point;
      readonly radius: number;
      readonly sweep: 0 | 1;
    }
  | {
      readonly kind: 'diagonal';
      readonly from: Point;
      readonly bends: readonly [Point, Point];
      readonly to: Point;
    };

/** Roads whose variant determines their shape; platforms join on all sides. */
const plainRoad =
  /(^|Road|RoadMain|RoadDirt|HighWay|RoadWood|RoadHigh|RoadWater|SeaWay|BridgeRoad|TunnelRoad|SnowRoad|Tube|Tunnel)$/;
const corner = 2;
/** Where big curves open: by the first cell's -x side and the last cell's +z side, or by the other two. */
const opensLikeCorners = /^Stadium:Road(Main|Dirt|Tilt)|^Bay:Road|^Coast:Tunnel/;

/** The curve of a block, if it is a one-lane road that bends. */
export function curveOf(
  block: PlacedBlock,
  footprint: Footprint,
  family: Family,
  environment: EnvironmentName,
): Curve | null {
  if (family === 'platform' || family === 'wall' || family === 'ramp') return null;
  const base = baseName(block.name);
  const { width, depth } = footprint;
  const at = (point: Point): Point => turned(block, footprint, point);
  if (/G[Tt]Curve/.test(base) && width === depth) {
    return opensLikeCorners.test(`${environment}:${base}`)
      ? { kind: 'arc', from: at([0, 0.5]), to: at([width - 0.5, width]), radius: width - 0.5, sweep: 1 }
      : { kind: 'arc', from: at([0.5, 0]), to: at([width, width - 0.5]), radius: width - 0.5, sweep: 0 };
  }
  if (/GTDiag/.test(base) && width > 1) {
    const isMirror = /Mirror/.test(base) !== (environment === 'Island');
    const [left, right] = [0.5, width - 0.5];
    const [a, b] = isMirror ? [right, left] : [left, right];
    const bends: [Point, Point] = [at([a, depth / 2]), at([b, depth / 2])];
    return { kind: 'diagonal', from: at([a, 0]), bends, to: at([b, depth]) };
  }
  if (width === 1 && depth === 1 && block.variant === corner && plainRoad.test(base)) {
    return { kind: 'arc', from: at([0, 0.5]), to: at([0.5, 1]), radius: 0.5, sweep: 1 };
  }
  return null;
}
