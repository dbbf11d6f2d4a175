import type { Line } from './driven-line.ts';

/** Where the parts of a sample are, in bytes from its start. */
export type SampleLayout = {
  readonly bytes: number;
  readonly positionAt: number;
  /** Angle and axis of the rotation: 16 bits each, or 8 bits each in the first version. */
  readonly rotationAt: number;
  readonly rotationBits: 8 | 16;
  readonly velocityAt: number;
  /** Forward speed, sideways speed and rpm. */
  readonly carAt: number;
  /** Steering, gas and brake, a byte each; null if not stored. */
  readonly controlsAt: number | null;
  /** Two bytes of flags of the wheels; null if their meaning is unknown. */
  readonly wheelsAt: number | null;
};

const LATER = { positionAt: 0, rotationAt: 12, rotationBits: 16, velocityAt: 18, carAt: 26 } as const;

/** TM 1.0 and Power Up write version 2, TMO and TMS 7, TMN ESWC 8, TMU and TMF 9. */
const LAYOUTS = new Map<number, SampleLayout>([
  [
    2,
    {
      bytes: 46,
      positionAt: 1,
      rotationAt: 13,
      rotationBits: 8,
      velocityAt: 16,
      carAt: 24,
      controlsAt: null,
      wheelsAt: null,
    },
  ],
  [7, { bytes: 56, ...LATER, controlsAt: 50, wheelsAt: null }],
  [8, { bytes: 60, ...LATER, controlsAt: 40, wheelsAt: 58 }],
  [9, { bytes: 61, ...LATER, controlsAt: 40, wheelsAt: 58 }],
]);

/** The layout of a version, or null for one that the old games did not write. */
export function layoutOf(version: number): SampleLayout | null {
  return LAYOUTS.get(version) ?? null;
}

/** The length of a packed vector is e to the power of this many thousandths; the lowest one means 0. */
const ZERO_LENGTH = -32768;

/** Decodes the sample at byte `at` into entry `i` of the line. */
export function readSample(view: DataView, at: number, layout: SampleLayout, line: Line, i: number): void {
  const position = at + layout.positionAt;
  line.positions[3 * i] = view.getFloat32(position, true);
  line.positions[3 * i + 1] = view.getFloat32(position + 4, true);
  line.positions[3 * i + 2] = view.getFloat32(position + 8, true);
  readRotation(view, at + layout.rotationAt, layout.rotationBits, line.rotations, i);
  readVelocity(view, at + layout.velocityAt, line.velocities, i);
  const car = at + layout.carAt;
  line.forwardSpeeds[i] = (view.getUint16(car, true) / 65_535) * 11_000 - 1000;
  line.rpms[i] = (view.getUint16(car + 4, true) / 65_535) * 30_000;
  if (layout.controlsAt !== null && line.steer && line.gas && line.brake) {
    const controls = at + layout.controlsAt;
    line.steer[i] = steerOf(view.getUint8(controls));
    line.gas[i] = view.getUint8(controls + 1) / 255;
    line.brake[i] = view.getUint8(controls + 2) / 255;
  }
  if (layout.wheelsAt !== null && line.wheels) {
    line.wheels[i] = wheelsOf(view.getUint8(at + layout.wheelsAt), view.getUint8(at + layout.wheelsAt + 1));
  }
}

/** The neutral position is between two values. */
const steerOf = (byte: number): number => (byte === 127 || byte === 128 ? 0 : byte / 127.5 - 1);

/** Each wheel has a bit for sliding and then one for the ground; front left comes last in its byte. */
function wheelsOf(first: number, second: number): number {
  const sliding = [first >> 6, second, second >> 2, second >> 4];
  return sliding.reduce(
    (all, bits, wheel) => all | (((bits >> 1) & 1) << wheel) | ((bits & 1) << (4 + wheel)),
    0,
  );
}

function readRotation(view: DataView, at: number, bits: 8 | 16, into: Float32Array, i: number): void {
  const short = bits === 16;
  const half = short ? view.getUint16(at, true) / 65_535 : view.getUint8(at) / 255;
  const heading = short ? view.getInt16(at + 2, true) / 32_767 : view.getInt8(at + 1) / 127;
  const pitch = short ? view.getInt16(at + 4, true) / 32_767 : view.getInt8(at + 2) / 127;
  const sine = Math.sin(half * Math.PI);
  writeDirection(into, 4 * i, sine, heading * Math.PI, (pitch * Math.PI) / 2);
  into[4 * i + 3] = Math.cos(half * Math.PI);
}

function readVelocity(view: DataView, at: number, into: Float32Array, i: number): void {
  const packed = view.getInt16(at, true);
  const length = packed === ZERO_LENGTH ? 0 : Math.exp(packed / 1000);
  const heading = (view.getInt8(at + 2) / 127) * Math.PI;
  const pitch = ((view.getInt8(at + 3) / 127) * Math.PI) / 2;
  writeDirection(into, 3 * i, length, heading, pitch);
}

function writeDirection(
  into: Float32Array,
  at: number,
  length: number,
  heading: number,
  pitch: number,
): void {
  into[at] = length * Math.cos(heading) * Math.cos(pitch);
  into[at + 1] = length * Math.sin(heading) * Math.cos(pitch);
  into[at + 2] = length * Math.sin(pitch);
}
