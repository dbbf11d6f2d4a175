import {
  type BufferGeometry,
  Color,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import { colourOf } from '#lib/drawing/oblique/colours.ts';
import type { PackedMesh, ReadSolid } from '#lib/drawing/solid/solid-file.ts';
import { Faces, geometryOf } from './geometry.ts';
import { type Light, skyAt } from './light.ts';

/** Metres to which the plain ground goes on around the map: beyond it, haze hides everything. */
const aroundMetres = 6000;
const skyMetres = 5000;

/** Ground and things of a track, each in one piece: as many draws as pieces, however many blocks. */
export function trackMeshes(solid: ReadSolid, light: Light): Mesh[] {
  const colours = solid.materials.map((material) => linear(solid, light, material));
  const ground = new Mesh(meshGeometry(solid.ground, colours), groundMaterial());
  const around = new Mesh(aroundGeometry(solid, light), groundMaterial());
  const things = new Mesh(
    meshGeometry(solid.things, colours),
    new MeshLambertMaterial({ vertexColors: true, flatShading: true, side: DoubleSide }),
  );
  ground.receiveShadow = true;
  things.receiveShadow = true;
  things.castShadow = true;
  return [ground, around, things];
}

const linear = ({ environment }: ReadSolid, { isNight }: Light, material: string): Color =>
  new Color(colourOf(environment, material, 0, isNight ? 'night' : 'day'));

function meshGeometry({ places, materials, corners }: PackedMesh, colours: readonly Color[]): BufferGeometry {
  const ofCorners = new Float32Array(3 * materials.length);
  for (const [corner, material] of materials.entries()) colours[material]?.toArray(ofCorners, 3 * corner);
  return geometryOf(places, ofCorners, corners);
}

/** Ground gives way to roads that lie flush with it, and has soft stripes, by which one sees how fast one goes. */
function groundMaterial(): MeshLambertMaterial {
  const material = new MeshLambertMaterial({
    vertexColors: true,
    flatShading: true,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 8,
  });
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    shader.vertexShader = shader.vertexShader.replace(
      'void main() {',
      'varying vec2 vPlace;\nvoid main() {\n  vPlace = position.xz;',
    );
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', 'varying vec2 vPlace;\nvoid main() {')
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
  vec2 stripes = sin(vPlace * 0.3927);
  vec2 fine = clamp(1.0 - fwidth(vPlace) / 8.0, 0.0, 1.0);
  diffuseColor.rgb *= 1.0 + 0.035 * stripes.x * fine.x + 0.02 * stripes.y * fine.y;`,
      );
  };
  return material;
}

/** Four rectangles around the map, of its plain ground. */
function aroundGeometry(solid: ReadSolid, light: Light): BufferGeometry {
  const { up, material, across } = solid.plain;
  const [x0 = 0, z0 = 0, x1 = 0, z1 = 0] = across;
  const [farX0, farZ0, farX1, farZ1] = [
    x0 - aroundMetres,
    z0 - aroundMetres,
    x1 + aroundMetres,
    z1 + aroundMetres,
  ];
  const faces = new Faces();
  const colour = colourOf(solid.environment, material, 0, light.isNight ? 'night' : 'day');
  const add = (a: number, b: number, c: number, d: number) =>
    faces.add(
      [
        [a, up, b],
        [c, up, b],
        [c, up, d],
        [a, up, d],
      ],
      colour,
    );
  // they reach a little under the map, so that no sky shows between the two
  add(farX0, farZ0, farX1, z0 + 1);
  add(farX0, z1 - 1, farX1, farZ1);
  add(farX0, z0, x0 + 1, z1);
  add(x1 - 1, z0, farX1, z1);
  return faces.geometry();
}

/** The sky: a dome around the camera, from haze to the colour overhead. */
export function skyMesh(light: Light): Mesh {
  const faces = new Faces();
  const rings = [-0.12, 0, 0.12, 0.35, 0.7, 1];
  const shares = [0, 0, 0.35, 0.65, 0.9, 1];
  const count = 16;
  const at = (ring: number, side: number): [number, number, number] => {
    const height = rings[ring] ?? 1;
    const flat = Math.sqrt(1 - height * height) * skyMetres;
    const turn = (side / count) * 2 * Math.PI;
    return [flat * Math.cos(turn), height * skyMetres, flat * Math.sin(turn)];
  };
  for (let ring = 0; ring + 1 < rings.length; ring++)
    for (let side = 0; side < count; side++) {
      const [low, high] = [skyAt(light, shares[ring] ?? 0), skyAt(light, shares[ring + 1] ?? 1)];
      faces.add(
        [at(ring, side), at(ring, side + 1), at(ring + 1, side + 1), at(ring + 1, side)],
        [low, low, high, high],
      );
    }
  const sky = new Mesh(
    faces.geometry(),
    new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, fog: false, depthWrite: false }),
  );
  sky.renderOrder = -1;
  sky.frustumCulled = false;
  return sky;
}
