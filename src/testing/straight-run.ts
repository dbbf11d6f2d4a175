import { type Run, runOf } from '#features/replays/viewer/run.ts';

const samples = 100;
const metresPerSecond = 20;

/** A run of ten seconds along z at 20 m/s, which slides for two of them; `aside`: metres to the right of the others. */
export function straightRun(aside = 0): Run {
  const index = Array.from({ length: samples + 1 }, (_, at) => at);
  const float = (of: (at: number) => readonly number[]) => new Float32Array(index.flatMap((at) => of(at)));
  return runOf({
    uid: 'Straight',
    driver: `Driver ${aside}`,
    timeMs: samples * 100,
    checkpointsMs: [samples * 50, samples * 100],
    events: null,
    line: {
      version: 7,
      count: samples + 1,
      timesMs: new Int32Array(index.map((at) => at * 100)),
      positions: float((at) => [100 + aside, 10, 100 + (at * metresPerSecond) / 10]),
      velocities: float(() => [0, 0, metresPerSecond]),
      // every other quaternion is the same rotation with the other sign
      rotations: float((at) => [0, 0, 0, at % 2 === 0 ? 1 : -1]),
      forwardSpeeds: float(() => [metresPerSecond]),
      rpms: float(() => [5000]),
      steer: null,
      gas: null,
      brake: null,
      wheels: new Uint8Array(index.map((at) => (at >= 20 && at < 40 ? 0b1100_1111 : 0b1111))),
    },
  });
}

export const loopRadius = 12;

/** A run of ten seconds once around an upright loop, from its lowest point at (0, 0, 0). */
export function loopRun(): Run {
  const straight = straightRun();
  const { line } = straight;
  const turnAt = (at: number) => (at / samples) * 2 * Math.PI;
  for (let at = 0; at < line.count; at++) {
    const turn = turnAt(at);
    const speed = (2 * Math.PI * loopRadius) / (samples / 10);
    line.positions.set([0, loopRadius * (1 - Math.cos(turn)), loopRadius * Math.sin(turn)], 3 * at);
    line.velocities.set([0, speed * Math.sin(turn), speed * Math.cos(turn)], 3 * at);
    // around x, from z towards y
    line.rotations.set([-Math.sin(turn / 2), 0, 0, Math.cos(turn / 2)], 4 * at);
  }
  const { uid, driver, checkpointsMs } = straight;
  return runOf({ uid, driver, checkpointsMs, timeMs: straight.durationMs, line, events: null });
}
