import { baseName, type EnvironmentName, type PlacedBlock } from './block.ts';

/** Cells of a block before rotation: width along x, depth along z. */
export interface Footprint {
  readonly width: number;
  readonly depth: number;
}

const single: Footprint = { width: 1, depth: 1 };
const size = (width: number, depth: number): Footprint => ({ width, depth });

/** Blocks that do not follow the naming rules; `Environment:BaseName`, measured on real tracks. */
const exceptions: readonly (readonly [RegExp, Footprint])[] = [
  [/^Stadium:.*Loop(Left|Right)$/, size(3, 2)],
  [/^Stadium:RoadTiltTransition2(Curve|Diag)/, size(2, 2)],
  [/^Stadium:RoadDirtHill(TiltToRoad|CornerIn|CornerOut)/, size(2, 2)],
  [/^Stadium:.*HillSlopeGT2$/, size(2, 2)],
  [/^Stadium:DirtDiagonale/, size(2, 3)],
  [/^Stadium:CircuitBumpUp2$/, size(1, 2)],
  [/^Island:PlatformLoop.*Corner/, size(2, 2)],
  [/^Island:TunnelExitBiSlopeEnd$/, size(1, 2)],
  [/^Rally:GT1$|^Rally:HighToLowCurve|^Rally:RoadHighGT[12]$/, size(2, 2)],
  [/^Rally:(GT2|GT3|GTCurve2)$/, size(2, 3)],
  [/^Rally:GT4$/, size(3, 2)],
  [/^Rally:GT[568]$/, size(3, 3)],
  [/^Rally:(CastleBridge|BridgeMedium)$/, size(1, 3)],
  [/^Rally:(BridgeHigh|.*DrawBridge)$/, size(1, 2)],
  [/^Desert:(TiltTransition.*|CliffRoad3|ToSlope)$/, size(1, 3)],
  [/^Desert:(ClassicGtCurve|Loop)$/, size(2, 2)],
  [/^Desert:Spin/, size(4, 2)],
  [/^Desert:RocksArch$/, size(3, 1)],
  [/^Snow:TiltGTCurve1$/, size(2, 2)],
  [/^Snow:TiltSlopeCorner$/, size(1, 2)],
  [/^Coast:Circuit(High)?(Checkpoint|StartLine|FinishLine|StartFinishLine)$/, size(2, 1)],
  [/^Coast:.*Loop$/, size(2, 1)],
  [/^Bay:BridgeSusp/, size(1, 5)],
];

const flatBiSlope = /^(Stadium|Bay|Island):(Platform|Circuit)/;
const long =
  /Loop(Start|End)[24]$|Slope2Transition|TiltTransition|ToRoad2$|ToRoadDirtHigh2$|HillSlope2$|HillTiltStraight$/;

function footprintOf(name: string, environment: EnvironmentName): Footprint {
  const base = baseName(name);
  const full = `${environment}:${base}`;
  const exception = exceptions.find(([rule]) => rule.test(full));
  if (exception) return exception[1];
  const square =
    /(?:Curve|GTSlope)(\d)/.exec(base) ??
    (environment === 'Snow' ? /Plat(?:e)?formGT(\d)$/.exec(base) : null);
  if (square) return size(Number(square[1]) || 1, Number(square[1]) || 1);
  const diag = /Diag(\d)x(\d)/.exec(base);
  if (diag) return size(Number(diag[2]) || 1, Number(diag[1]) || 1);
  if (/GTDiag4/.test(base)) return size(2, 4);
  if (/GTDiag/.test(base)) return size(2, 2);
  if (/YShaped/.test(base)) return size(3, 2);
  if (/BiSlope2Start2$/.test(base)) return size(1, 2);
  if (/BiSlope(Start|End)$/.test(base) && !flatBiSlope.test(full)) return size(1, 2);
  return long.test(base) ? size(1, 2) : single;
}

/** Footprints by name, each computed once. */
export function makeMeasure(environment: EnvironmentName): (name: string) => Footprint {
  const known = new Map<string, Footprint>();
  return (name) => {
    let found = known.get(name);
    if (!found) {
      found = footprintOf(name, environment);
      known.set(name, found);
    }
    return found;
  };
}

/** Converts a point of the block's own frame (direction 0) to map coordinates. */
export function turned(
  { x, z, direction }: Pick<PlacedBlock, 'x' | 'z' | 'direction'>,
  { width, depth }: Footprint,
  [u, w]: readonly [number, number],
): [number, number] {
  switch (direction & 3) {
    case 1:
      return [x + depth - w, z + u];
    case 2:
      return [x + width - u, z + depth - w];
    case 3:
      return [x + w, z + width - u];
    default:
      return [x + u, z + w];
  }
}

/** Width and depth on the map. */
export const turnedSize = ({ width, depth }: Footprint, direction: number): Footprint =>
  direction & 1 ? { width: depth, depth: width } : { width, depth };
