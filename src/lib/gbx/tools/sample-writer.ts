import type { Game } from '../read/game.ts';
import { layoutOf } from '../run/sample-layout.ts';
import { ByteWriter } from './byte-writer.ts';

const maxBytesPerBlock = 0xffff;
const adlerModulus = 65_521;

/** A zlib stream (RFC 1950) of uncompressed blocks: for generated files, whose size does not matter. */
export function zlibStored(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(bytes.length / maxBytesPerBlock));
  const out = new Uint8Array(2 + 5 * blocks + bytes.length + 4);
  const view = new DataView(out.buffer);
  out.set([0x78, 0x01]); // deflate with a window of 32 KiB, fastest
  let at = 2;
  for (let i = 0; i < blocks; i++) {
    const part = bytes.subarray(i * maxBytesPerBlock, (i + 1) * maxBytesPerBlock);
    out[at] = i === blocks - 1 ? 1 : 0; // whether it is the last block; stored
    view.setUint16(at + 1, part.length, true);
    view.setUint16(at + 3, ~part.length & 0xffff, true);
    out.set(part, at + 5);
    at += 5 + part.length;
  }
  view.setUint32(at, adler32(bytes));
  return out;
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % adlerModulus;
    b = (b + a) % adlerModulus;
  }
  return b * 0x1_0000 + a;
}

/** One sample to write, in the terms and units of Line. The car points along `heading`, an angle from z towards x. */
export type SampleSpec = {
  readonly position: readonly [x: number, y: number, z: number];
  readonly velocity: readonly [x: number, y: number, z: number];
  readonly heading: number;
  readonly rpm?: number;
  readonly steer?: number;
  readonly gas?: number;
  readonly brake?: number;
  readonly isFlying?: boolean;
};

const VERSIONS: Record<Game, number> = {
  'TM 1.0': 2,
  'TM Power Up': 2,
  TMO: 7,
  TMS: 7,
  'TMN ESWC': 8,
  TMU: 9,
  TMF: 9,
};
const PLAIN_RECORD = 0x0303_f003;
const PACKED_RECORD = 0x0303_f005;
const SAVED_CAR = 0x0a02_b000;
const PERIOD_MS = 100;

/** Writes the movement of a run as its game stores it; nothing for no samples. */
export function writeRecord(w: ByteWriter, game: Game, samples: readonly SampleSpec[]): void {
  if (samples.length === 0) return;
  const version = VERSIONS[game];
  const size = layoutOf(version)?.bytes ?? 0; // every game above has one
  const states = new Uint8Array(size * samples.length);
  for (const [i, sample] of samples.entries()) {
    writeSample(new DataView(states.buffer, i * size, size), version, sample);
  }
  if (version < 9) writePlain(w, version, states, samples.length);
  else writePacked(w, version, states, samples.length);
}

function writePlain(w: ByteWriter, version: number, states: Uint8Array, count: number): void {
  w.u32(PLAIN_RECORD);
  w.u32(states.length);
  w.raw(states);
  w.u32(count);
  for (let i = 0; i < count; i++) w.u32((i * states.length) / count);
  w.u32(0); // times, as the period is fixed
  w.u32(1);
  w.u32(PERIOD_MS);
  w.u32(version);
}

function writePacked(w: ByteWriter, version: number, states: Uint8Array, count: number): void {
  const inner = new ByteWriter();
  for (const value of [SAVED_CAR, 1, 0, PERIOD_MS, version, states.length]) inner.u32(value);
  inner.raw(states);
  inner.u32(count);
  inner.u32(0); // offset of the first
  if (count > 1) inner.u32(states.length / count);
  const bytes = inner.done();
  const packed = zlibStored(bytes);
  w.u32(PACKED_RECORD);
  w.u32(bytes.length);
  w.u32(packed.length);
  w.raw(packed);
}

function writeSample(view: DataView, version: number, sample: SampleSpec): void {
  const layout = layoutOf(version);
  if (layout === null) return;
  const { position, velocity, rpm = 0, steer = 0, gas = 0, brake = 0 } = sample;
  for (const [i, value] of position.entries()) view.setFloat32(layout.positionAt + 4 * i, value, true);
  // Around the axis (0, 1, 0), which is half a turn of the packed direction.
  const half = (((sample.heading / 2) % Math.PI) + Math.PI) % Math.PI;
  if (layout.rotationBits === 16) {
    view.setUint16(layout.rotationAt, Math.round((half / Math.PI) * 65_535), true);
    view.setInt16(layout.rotationAt + 2, Math.round(32_767 / 2), true);
  } else {
    view.setUint8(layout.rotationAt, Math.round((half / Math.PI) * 255));
    view.setInt8(layout.rotationAt + 1, Math.round(127 / 2));
  }
  writeVelocity(view, layout.velocityAt, velocity);
  const speed = Math.hypot(...velocity);
  view.setUint16(layout.carAt, Math.round(((speed + 1000) / 11_000) * 65_535), true);
  view.setUint16(layout.carAt + 4, Math.round((rpm / 30_000) * 65_535), true);
  if (layout.controlsAt !== null) {
    view.setUint8(layout.controlsAt, Math.round((steer + 1) * 127.5));
    view.setUint8(layout.controlsAt + 1, Math.round(gas * 255));
    view.setUint8(layout.controlsAt + 2, Math.round(brake * 255));
  }
  if (layout.wheelsAt !== null && !sample.isFlying) {
    view.setUint8(layout.wheelsAt, 0b1000_0000);
    view.setUint8(layout.wheelsAt + 1, 0b0010_1010);
  }
}

function writeVelocity(view: DataView, at: number, [x, y, z]: SampleSpec['velocity']): void {
  const length = Math.hypot(x, y, z);
  view.setInt16(at, length === 0 ? -32768 : Math.round(1000 * Math.log(length)), true);
  if (length === 0) return;
  view.setInt8(at + 2, Math.round((Math.atan2(y, x) / Math.PI) * 127));
  view.setInt8(at + 3, Math.round((Math.asin(z / length) / (Math.PI / 2)) * 127));
}
