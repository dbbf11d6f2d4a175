/**
 * The driven line of a run: one entry per sample in each array, three numbers per sample in `positions` and `velocities`, four
 * in `rotations`. Metres, metres per second and milliseconds since the start; y points up.
 */
export type Line = {
  readonly version: number;
  readonly count: number;
  readonly timesMs: Int32Array;
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  /** Quaternions x, y, z, w; the front of the car is (0, 0, 1) rotated by it. */
  readonly rotations: Float32Array;
  /** Forward speed, negative when driving backwards. */
  readonly forwardSpeeds: Float32Array;
  readonly rpms: Float32Array;
  /** -1 (left) to 1 (right); null in TM 1.0 and Power Up, which do not store it. */
  readonly steer: Float32Array | null;
  /** 0 to 1. */
  readonly gas: Float32Array | null;
  readonly brake: Float32Array | null;
  /** Bits 0–3: the wheel touches the ground (front left, front right, rear right, rear left), 4–7: it slides. From TMN ESWC. */
  readonly wheels: Uint8Array | null;
};
