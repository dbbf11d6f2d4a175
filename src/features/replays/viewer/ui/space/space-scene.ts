import { DirectionalLight, Fog, HemisphereLight, Mesh, PerspectiveCamera, Scene, Vector3 } from 'three';
import type { ReadSolid } from '#lib/drawing/solid/solid-file.ts';
import type { Run } from '../../run.ts';
import { type Look, lookOf, televisionSpots } from '../../space/cameras.ts';
import { carShapes } from '../../space/car-shapes.ts';
import type { Pose } from '../../space/pose.ts';
import type { RibbonPiece } from '../../space/ribbon.ts';
import type { SpaceView } from '../../space/space-view.ts';
import type { Vector } from '../../space/vectors.ts';
import { Cars } from './cars.ts';
import { lightOf } from './light.ts';
import { MarkMesh } from './mark-mesh.ts';
import { ribbonMesh } from './ribbon-mesh.ts';
import { skyMesh, trackMeshes } from './track-meshes.ts';

/** What is shown at a moment. */
export interface Shot {
  readonly timeMs: number;
  /** of each run, if they differ: with less motion, each stands at a checkpoint */
  readonly timesMs: readonly number[];
  readonly follows: number;
  readonly view: SpaceView;
}

const haze = { from: 500, to: 3200 };
const shadowTexels = 2048;
/** Light of three.js that makes a level face as bright as its colour. */
const full = Math.PI;

/** A track with its cars, and the camera that looks at them. It knows no canvas: a renderer draws it. */
export class SpaceScene {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(60, 1.6, 0.3, 9000);
  readonly sun: DirectionalLight;
  readonly cars: Cars;
  readonly #runs: readonly Run[];
  readonly #spots: readonly Vector[];
  readonly #marks: MarkMesh | null;
  readonly #sky: Mesh;
  #ribbons: Mesh | null = null;

  constructor(solid: ReadSolid, runs: readonly Run[], colours: readonly string[]) {
    const light = lightOf(solid.mood);
    const shape = carShapes[solid.environment];
    this.#runs = runs;
    this.#spots = televisionSpots(solid.gates);
    this.cars = new Cars(runs, shape, colours);
    this.#marks = MarkMesh.of(runs, shape);
    this.#sky = skyMesh(light);
    this.sun = new DirectionalLight(light.sun, light.sunStrength * full);
    const sky = new HemisphereLight(light.sky, light.bounce, light.skyStrength * full);
    this.scene.fog = new Fog(light.horizon, haze.from, haze.to);
    const meshes = trackMeshes(solid, light);
    this.scene.add(this.#sky, ...meshes, ...this.cars.meshes, sky, this.sun, this.sun.target);
    if (this.#marks) this.scene.add(this.#marks.mesh);
    this.#aimSun(meshes[2], light.towards);
  }

  /** The sun stands still: its shadows are drawn once, over all that throws any. */
  #aimSun(things: Mesh | undefined, towards: Vector): void {
    if (!things) return;
    things.geometry.computeBoundingSphere();
    const { center, radius } = things.geometry.boundingSphere ?? { center: new Vector3(), radius: 100 };
    this.sun.target.position.copy(center);
    this.sun.position.copy(center).addScaledVector(new Vector3(...towards).normalize(), radius * 2);
    const { shadow } = this.sun;
    Object.assign(shadow.camera, { left: -radius, right: radius, top: radius, bottom: -radius });
    Object.assign(shadow.camera, { near: radius * 0.5, far: radius * 3.5 });
    shadow.camera.updateProjectionMatrix();
    shadow.mapSize.set(shadowTexels, shadowTexels);
    shadow.bias = -0.0006;
    shadow.normalBias = Math.min(1, (2 * radius) / shadowTexels);
  }

  /** Puts everything where it is at a moment. Returns how the cars lie. */
  show({ timeMs, timesMs, follows, view }: Shot): Pose[] {
    const run = this.#runs[follows] ?? this.#runs[0];
    if (!run) return [];
    const seenMs = timesMs[this.#runs.indexOf(run)] ?? timeMs;
    const look = lookOf(view.camera, { run, timeMs: seenMs, orbit: view.orbit, spots: this.#spots });
    const poses = this.cars.place(timesMs, look.isInside ? this.#runs.indexOf(run) : null);
    this.#marks?.show(timeMs);
    this.aim(look);
    return poses;
  }

  /** Points the camera. */
  aim(look: Look): void {
    this.camera.fov = this.camera.aspect < 1 ? Math.min(90, look.angle * 1.25) : look.angle;
    this.camera.position.set(...look.eye);
    this.camera.up.set(...look.up);
    this.camera.lookAt(...look.target);
    this.camera.updateProjectionMatrix();
    this.#sky.position.copy(this.camera.position);
  }

  /** Replaces the ribbons; none: they are taken away. */
  setRibbons(pieces: readonly RibbonPiece[]): void {
    if (this.#ribbons) {
      this.scene.remove(this.#ribbons);
      freed(this.#ribbons);
    }
    this.#ribbons = pieces.length === 0 ? null : ribbonMesh(pieces);
    if (this.#ribbons) this.scene.add(this.#ribbons);
  }

  /** Frees the memory of the graphics card. */
  dispose(): void {
    this.cars.dispose();
    this.sun.dispose();
    this.scene.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      freed(object);
    });
  }
}

function freed({ geometry, material }: Mesh): void {
  geometry.dispose();
  for (const one of [material].flat()) one.dispose();
}
