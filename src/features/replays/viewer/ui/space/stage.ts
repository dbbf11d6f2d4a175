import { PCFShadowMap, Vector3, WebGLRenderer } from 'three';
import type { ReadSolid } from '#lib/drawing/solid/solid-file.ts';
import type { Run } from '../../run.ts';
import type { Look } from '../../space/cameras.ts';
import { DetailKeeper } from '../../space/detail.ts';
import { momentAt, type RibbonPiece } from '../../space/ribbon.ts';
import { paintNames } from './paint-names.ts';
import { type Shot, SpaceScene } from './space-scene.ts';

/** What is shown, as canvases that lie on each other, the lowest first, with the colours of the runs. */
export interface Frame {
  readonly layers: readonly HTMLCanvasElement[];
  readonly colours: readonly string[];
}

/** Metres above the ground at which a name stands. */
const nameAbove = 2.9;

/** The scene on two canvases: one of WebGL, and above it one with the names of the cars. */
export class Stage {
  readonly #renderer: WebGLRenderer;
  readonly #solid: ReadSolid;
  #space: SpaceScene | null = null;
  readonly #names: HTMLCanvasElement;
  #runs: readonly Run[] = [];
  #colours: readonly string[] = [];
  readonly #keeper = new DetailKeeper();
  #pieces: readonly RibbonPiece[] = [];
  #width = 0;
  #height = 0;

  /** Throws if the browser has no WebGL. */
  constructor(drawn: HTMLCanvasElement, names: HTMLCanvasElement, solid: ReadSolid) {
    this.#renderer = new WebGLRenderer({ canvas: drawn, antialias: true });
    this.#names = names;
    this.#solid = solid;
    const { shadowMap } = this.#renderer;
    shadowMap.type = PCFShadowMap;
    shadowMap.autoUpdate = false;
  }

  /** Replaces the runs that are shown. */
  setRuns(runs: readonly Run[], colours: readonly string[]): void {
    this.#space?.dispose();
    this.#runs = runs;
    this.#colours = colours;
    this.#space = new SpaceScene(this.#solid, runs, colours);
    this.#space.setRibbons(this.#pieces);
    this.#apply();
  }

  /** Draws of the last frame. */
  get draws(): number {
    return this.#renderer.info.render.calls;
  }

  /** In pixels of the page. */
  resize(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
    this.#apply();
  }

  #apply(): void {
    const { pixelRatio, hasShadows } = this.#keeper.detail;
    const { shadowMap } = this.#renderer;
    shadowMap.enabled = hasShadows;
    shadowMap.needsUpdate = hasShadows;
    if (this.#space) {
      this.#space.sun.castShadow = hasShadows;
      this.#space.camera.aspect = this.#width / Math.max(1, this.#height);
    }
    this.#renderer.setPixelRatio(Math.min(pixelRatio, devicePixelRatio));
    if (this.#width > 0) this.#renderer.setSize(this.#width, this.#height, false);
  }

  /** Draws a moment; `nowMs`: the time of a frame that is one of many, null for a still. */
  draw(shot: Shot, nowMs: number | null): void {
    const space = this.#space;
    if (!space || this.#width === 0) return;
    if (nowMs === null) this.#keeper.rest();
    else if (this.#keeper.frame(nowMs)) this.#apply();
    const poses = space.show(shot);
    const { scene, camera } = space;
    this.#renderer.render(scene, camera);
    const place = new Vector3();
    const names = poses.flatMap(({ at, up }, number) => {
      if (number === shot.follows && shot.view.camera === 'cockpit') return [];
      place.set(at[0] + up[0] * nameAbove, at[1] + up[1] * nameAbove, at[2] + up[2] * nameAbove);
      const metres = place.distanceTo(camera.position);
      place.project(camera);
      if (place.z > 1 || Math.abs(place.x) > 1.1 || Math.abs(place.y) > 1.1) return [];
      const { driver = '' } = this.#runs[number] ?? {};
      const x = ((place.x + 1) / 2) * this.#width;
      const y = ((1 - place.y) / 2) * this.#height;
      return [{ x, y, metres, name: driver, number, colour: this.#colours[number] ?? '#888' }];
    });
    // of cars that drive in one place, the followed one and the first of the list keep their names
    names.sort((a, b) => Number(b.number === shot.follows) - Number(a.number === shot.follows));
    paintNames(this.#names, { width: this.#width, height: this.#height, names });
  }

  /** Draws the track as a camera sees it, without cars; `nowMs` as above. */
  drawLook(look: Look, nowMs: number | null): void {
    const space = this.#space;
    if (!space || this.#width === 0) return;
    if (nowMs === null) this.#keeper.rest();
    else if (this.#keeper.frame(nowMs)) this.#apply();
    space.aim(look);
    this.#renderer.render(space.scene, space.camera);
  }

  /** Shows ribbons on the road, which stay until they are replaced. */
  setRibbons(pieces: readonly RibbonPiece[]): void {
    this.#pieces = pieces;
    this.#space?.setRibbons(pieces);
  }

  /** The time of the ribbon at a place of the picture, in pixels of the page; null if there is none. */
  momentAt(x: number, y: number): number | null {
    const camera = this.#space?.camera;
    if (!camera) return null;
    const place = new Vector3();
    return momentAt(this.#pieces, [x, y], (at) => {
      place.set(...at).project(camera);
      return place.z > 1 ? null : [((place.x + 1) / 2) * this.#width, ((1 - place.y) / 2) * this.#height];
    });
  }

  /** What is shown. Only of use in the task that has drawn it. */
  get frame(): Frame {
    return { layers: [this.#renderer.domElement, this.#names], colours: this.#colours };
  }

  dispose(): void {
    this.#space?.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss(); // browsers allow only a few contexts at a time
  }
}
