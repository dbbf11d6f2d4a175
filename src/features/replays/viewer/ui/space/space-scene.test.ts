import { readFileSync } from 'node:fs';
import { type InstancedMesh, type Light, type Mesh, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { readSolid, writeSolid } from '#lib/drawing/solid/solid-file.ts';
import { solidOf } from '#lib/drawing/solid/track-solid.ts';
import { parseShapes } from '#lib/drawing/space/shape.ts';
import { straightRun } from '#testing/straight-run.ts';
import { carShapes } from '../../space/car-shapes.ts';
import { cameraKinds, usualOrbit } from '../../space/space-view.ts';
import { wheelMarks } from '../../space/wheel-marks.ts';
import { SpaceScene } from './space-scene.ts';

const shapes = parseShapes(
  readFileSync(new URL('../../../../../lib/drawing/space/block-shapes.tsv', import.meta.url), 'utf8'),
);
const names = [
  'StadiumRoadMain',
  'StadiumRoadMainGTCurve2',
  'StadiumPlatformBase',
  'StadiumRoadMainCheckpoint',
];

function modelOf(count: number) {
  const blocks = Array.from({ length: count }, (_, at) => ({
    name: names[at % names.length] ?? '',
    x: at % 32,
    y: 1 + (Math.floor(at / 1024) % 30),
    z: Math.floor(at / 32) % 32,
    direction: at % 4,
    variant: 3,
    clip: false,
    pillar: false,
  }));
  const solid = solidOf({ blocks, environment: 'Stadium', size: { x: 32, y: 32, z: 32 } }, shapes);
  if (!solid) throw new Error('nothing is driven');
  return readSolid(writeSolid(solid, 'Day'));
}

const runs = Array.from({ length: 10 }, (_, number) => straightRun(number));
const shot = (timeMs: number, camera: (typeof cameraKinds)[number] = 'chase') => ({
  timeMs,
  timesMs: runs.map(() => timeMs),
  follows: 0,
  view: { camera, orbit: usualOrbit },
});

/** Draws of a frame whose shadows are drawn, too. */
function drawsOf({ scene }: SpaceScene): number {
  let draws = 0;
  scene.traverse((object) => {
    const { isMesh, castShadow } = object as Mesh; // a group or a light has no such fields
    if (isMesh) draws += castShadow ? 2 : 1;
  });
  return draws;
}

test('5,000 blocks and ten cars are drawn in a few draws, however many there are', () => {
  const [small, large] = [modelOf(50), modelOf(5000)];
  const scenes = [new SpaceScene(small, runs, []), new SpaceScene(large, runs, [])] as const;
  expect(drawsOf(scenes[1])).toBe(drawsOf(scenes[0]));
  expect(drawsOf(scenes[1])).toBeLessThanOrEqual(60);
  expect(large.things.corners.length / 3).toBeGreaterThan(20_000);
  expect(large.things.corners.length / 3).toBeLessThan(200_000);
});

test('a frame moves cars and wheels and touches nothing of the track', () => {
  const space = new SpaceScene(modelOf(50), runs, []);
  const versions = () => {
    const all: [string, number][] = [];
    space.scene.traverse((object) => {
      const { isMesh, geometry } = object as Mesh; // as above
      if (isMesh) all.push([object.uuid, geometry.index?.version ?? 0]);
    });
    return all;
  };
  space.show(shot(0));
  const before = versions();
  const moved = space.cars.meshes.map(({ instanceMatrix }) => instanceMatrix.version);
  for (const camera of cameraKinds) space.show(shot(4000, camera));
  expect(versions()).toEqual(before);
  expect(space.cars.meshes.map(({ instanceMatrix }) => instanceMatrix.version)).toEqual(
    moved.map((version) => version + cameraKinds.length),
  );
  expect(space.cars.wheels.count).toBe(40);
});

test('a car stands where its run was, its wheels on the road, and its shadow is left out in the cockpit', () => {
  const space = new SpaceScene(modelOf(50), runs, []);
  const placeOf = (mesh: InstancedMesh, number: number) => {
    const [x = 0, y = 0, z = 0] = mesh.instanceMatrix.array.slice(16 * number + 12, 16 * number + 15);
    return new Vector3(x, y, z);
  };
  space.show(shot(5000));
  expect(placeOf(space.cars.bodies, 3).distanceTo(new Vector3(103, 10, 200))).toBeLessThan(0.01);
  const { radius, wheels } = carShapes.Stadium;
  const [front = [0, 0]] = wheels;
  const expected = new Vector3(100 + front[0], 10 + radius, 200 + front[1]);
  expect(placeOf(space.cars.wheels, 0).distanceTo(expected)).toBeLessThan(0.01);
  space.show(shot(5000, 'cockpit'));
  expect([...space.cars.bodies.instanceMatrix.array.slice(0, 3)]).toEqual([0, 0, 0]);
  expect(placeOf(space.cars.bodies, 1).x).toBeCloseTo(101, 2);
});

test('wheels that slide on the ground leave marks from that moment on', () => {
  const [run = straightRun()] = runs;
  const marks = wheelMarks(run, carShapes.Stadium);
  // from 2 s to 4 s, two wheels of four slide
  expect(marks).toHaveLength(2 * 19);
  expect(marks[0]?.fromMs).toBe(2000);
  for (const { corners } of marks) for (const [, up] of corners) expect(up).toBeCloseTo(10.05, 2);
  const unknown = { ...run, line: { ...run.line, wheels: null } };
  expect(wheelMarks(unknown, carShapes.Stadium)).toEqual([]);
});

test('the light follows the mood of the file; an unknown one is day', () => {
  const lightsOf = (mood: string) => {
    const found: string[] = [];
    new SpaceScene({ ...modelOf(10), mood }, runs, []).scene.traverse((object) => {
      const { isLight, color } = object as unknown as Light & { isLight?: true }; // as above
      if (isLight) found.push(color.getHexString());
    });
    return found;
  };
  expect(new Set(['Sunrise', 'Day', 'Sunset', 'Night'].map((mood) => lightsOf(mood).join())).size).toBe(4);
  expect(lightsOf('Whatever')).toEqual(lightsOf('Day'));
});
