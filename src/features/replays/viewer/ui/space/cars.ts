import {
  Color,
  DoubleSide,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Quaternion,
  Vector3,
} from 'three';
import type { Run } from '../../run.ts';
import type { CarShape } from '../../space/car-shapes.ts';
import { type Pose, poseAt } from '../../space/pose.ts';
import { heldAt } from '../../telemetry.ts';
import { distanceAt } from '../../track-line.ts';
import { bodyGeometry, wheelGeometry } from './car-geometry.ts';
import { Faces } from './geometry.ts';

/** Radians by which front wheels turn at most. */
const fullSteer = 0.5;
const left = new Vector3(1, 0, 0);
const up = new Vector3(0, 1, 0);
const hidden = new Matrix4().makeScale(0, 0, 0);

/** All cars: bodies, wheels and the dark below them are drawn in one go each. */
export class Cars {
  readonly bodies: InstancedMesh;
  readonly wheels: InstancedMesh;
  readonly shades: InstancedMesh;
  readonly #runs: readonly Run[];
  readonly #shape: CarShape;
  readonly #body = new Matrix4();
  readonly #wheel = new Matrix4();
  readonly #turn = new Quaternion();
  readonly #roll = new Quaternion();
  readonly #place = new Vector3();
  readonly #one = new Vector3(1, 1, 1);

  constructor(runs: readonly Run[], shape: CarShape, colours: readonly string[]) {
    this.#runs = runs;
    this.#shape = shape;
    const paint = new MeshLambertMaterial({ vertexColors: true, flatShading: true, side: DoubleSide });
    const rubber = new MeshLambertMaterial({ vertexColors: true, flatShading: true, side: DoubleSide });
    const dark = new MeshBasicMaterial({
      color: '#0b0f18',
      transparent: true,
      opacity: 0.4,
      depthWrite: false,
    });
    this.bodies = new InstancedMesh(bodyGeometry(shape), paint, runs.length);
    this.wheels = new InstancedMesh(wheelGeometry(shape), rubber, 4 * runs.length);
    this.shades = new InstancedMesh(shadeGeometry(shape), dark, runs.length);
    for (const mesh of this.meshes) {
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false; // its bounds are those of the first moment
    }
    this.setColours(colours);
  }

  get meshes(): readonly InstancedMesh[] {
    return [this.bodies, this.wheels, this.shades];
  }

  setColours(colours: readonly string[]): void {
    const colour = new Color();
    for (const number of this.#runs.keys())
      this.bodies.setColorAt(number, colour.set(colours[number] ?? '#888'));
    if (this.bodies.instanceColor) this.bodies.instanceColor.needsUpdate = true;
  }

  /** Puts the cars where they are at a time; `inside` is the one whose driver's view is shown. Returns how they lie. */
  place(timesMs: readonly number[], inside: number | null): Pose[] {
    const poses = this.#runs.map((run, number) => {
      const timeMs = timesMs[number] ?? 0;
      const pose = poseAt(run, timeMs);
      this.#body.compose(this.#place.set(...pose.at), this.#turn.set(...pose.turn), this.#one);
      const isSeen = number !== inside;
      this.bodies.setMatrixAt(number, isSeen ? this.#body : hidden);
      this.shades.setMatrixAt(number, isSeen && !isFlying(run, timeMs) ? this.#body : hidden);
      this.#placeWheels(run, number, timeMs, isSeen);
      return pose;
    });
    for (const mesh of this.meshes) mesh.instanceMatrix.needsUpdate = true;
    return poses;
  }

  #placeWheels(run: Run, number: number, timeMs: number, isSeen: boolean): void {
    const { wheels, radius } = this.#shape;
    const rolled = distanceAt(run.track, Math.min(timeMs, run.durationMs)) / radius;
    const steer = -(heldAt(run, timeMs)?.steer ?? 0) * fullSteer;
    for (const [wheel, [x, z]] of wheels.entries()) {
      this.#turn.setFromAxisAngle(up, wheel < 2 ? steer : 0);
      this.#turn.multiply(this.#roll.setFromAxisAngle(left, rolled % (2 * Math.PI)));
      this.#wheel.compose(this.#place.set(x, radius, z), this.#turn, this.#one).premultiply(this.#body);
      this.wheels.setMatrixAt(4 * number + wheel, isSeen ? this.#wheel : hidden);
    }
  }

  dispose(): void {
    for (const mesh of this.meshes) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }
}

/** Whether no wheel touches the ground; unknown in files of the first games. */
function isFlying({ line }: Run, timeMs: number): boolean {
  if (!line.wheels) return false;
  const first = line.timesMs[0] ?? 0;
  const stepMs = (line.timesMs[1] ?? 100) - first || 100;
  return ((line.wheels[Math.max(0, Math.floor((timeMs - first) / stepMs))] ?? 15) & 15) === 0;
}

function shadeGeometry({ wheels }: CarShape) {
  const half = Math.max(...wheels.map(([x]) => x)) + 0.25;
  const long = Math.max(...wheels.map(([, z]) => z)) + 0.7;
  const faces = new Faces();
  const outline = Array.from({ length: 12 }, (_, at): [number, number, number] => {
    const turn = (-at / 12) * 2 * Math.PI;
    const [x, z] = [Math.cos(turn), Math.sin(turn)];
    const square = (part: number) => Math.sign(part) * Math.sqrt(Math.abs(part));
    return [half * square(x), 0.07, long * square(z)];
  });
  faces.add(outline, '#000');
  return faces.geometry();
}
