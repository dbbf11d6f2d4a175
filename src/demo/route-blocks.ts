import { readFileSync } from 'node:fs';
import type { EnvironmentName } from '#lib/codes/environment.ts';
import { parseShapes, type Shape } from '#lib/drawing/space/shape.ts';

const shapes = parseShapes(
  readFileSync(new URL('../lib/drawing/space/block-shapes.tsv', import.meta.url), 'utf8'),
);

export function shapeOf(environment: EnvironmentName, name: string): Shape {
  const shape = shapes.get(`${environment}:${name}`);
  if (!shape) throw new Error(`${environment} has no block ${name}.`);
  return shape;
}

/** The blocks of one kind of road; every one but the ramp and the loop opens to the road before and after it. */
export interface RoadFamily {
  /** the level at which it lies on the ground */
  readonly level: number;
  /** the highest that a route climbs above it, in steps */
  readonly highest: number;
  /** an automatic road, which is straight or turns within its cell */
  readonly road: string;
  readonly start: string;
  readonly checkpoint: string;
  readonly finish: string;
  readonly boost?: string;
  readonly curves?: readonly string[];
  /** a climb may take several blocks, of which the first is the lowest */
  readonly slopes?: readonly (readonly string[])[];
  readonly ramp?: string;
  /** one that goes round to the left; in most environments it is half a turn */
  readonly loop?: string;
  /** what carries it, a step each; of most families the file names none, and the game adds them */
  readonly pillar?: string;
  /** what else lies on a straight */
  readonly extras?: readonly string[];
}

/** The roads of each environment, the usual one first. */
export const roadFamilies: Readonly<Record<EnvironmentName, readonly [RoadFamily, ...RoadFamily[]]>> = {
  Stadium: [
    {
      level: 1,
      highest: 10,
      road: 'StadiumRoadMain',
      start: 'StadiumRoadMainStartLine',
      checkpoint: 'StadiumRoadMainCheckpoint',
      finish: 'StadiumRoadMainFinishLine',
      boost: 'StadiumRoadMainTurbo',
      curves: ['StadiumRoadMainGTCurve2', 'StadiumRoadMainGTCurve3', 'StadiumRoadMainGTCurve4'],
      slopes: [
        ['StadiumRoadMainSlopeBase2'],
        ['StadiumRoadMainBiSlopeStart', 'StadiumRoadMainSlopeStraight', 'StadiumRoadMainBiSlopeEnd'],
        ['StadiumRoadMainGTDiag3x2Slope'],
      ],
      ramp: 'StadiumRamp',
      pillar: 'PylonStadium',
      loop: 'StadiumLoopLeft',
      extras: [
        'StadiumRoadMainGTDiag2x2',
        'StadiumRoadMainGTDiag3x2',
        'StadiumHole',
        'StadiumRoadMainSlopeUTop',
      ],
    },
    {
      level: 1,
      highest: 6,
      road: 'StadiumRoadDirt',
      start: 'StadiumRoadMainStartLine',
      checkpoint: 'StadiumRoadDirtCheckpoint',
      finish: 'StadiumRoadMainFinishLine',
      boost: 'StadiumRoadDirtTurbo',
      curves: ['StadiumRoadDirtGTCurve2', 'StadiumRoadDirtGTCurve3'],
      slopes: [['StadiumRoadDirtHillSlope'], ['StadiumRoadDirtHillSlope2']],
      extras: ['StadiumRoadDirtWave_x1', 'StadiumRoadDirtWave_x2', 'StadiumRoadDirtDiagonaleLeft'],
    },
  ],
  Desert: [
    {
      level: 4,
      highest: 4,
      road: 'SpeedRoad',
      start: 'SpeedClassicStartLine',
      checkpoint: 'SpeedClassicCheckpoint',
      finish: 'SpeedClassicFinish',
      boost: 'SpeedClassicTurbo',
      curves: ['SpeedClassicGtCurve', 'SpeedGtCurve3'],
      slopes: [
        ['SpeedBiSlopeStart', 'SpeedBiSlopeEnd'],
        ['SpeedBiSlopeStart', 'SpeedBiSlopeStraight', 'SpeedBiSlopeEnd'],
      ],
      ramp: 'SpeedClassicJump',
      loop: 'SpeedLoopLeft',
      extras: ['SpeedHumpRoad', 'SpeedBarrelJump', 'SpeedHumpRoad2'],
    },
  ],
  Snow: [
    {
      level: 4,
      highest: 5,
      road: 'AlpineRoadWood',
      start: 'AlpineRoadWoodStartLine',
      checkpoint: 'AlpineRoadWoodCheckPoint',
      finish: 'AlpineRoadWoodFinish',
      boost: 'AlpineRoadWoodTurbo',
      curves: ['AlpineRoadGTCurve2', 'AlpineRoadGTCurve3'],
      slopes: [
        ['AlpineRoadWoodSlopeBase'],
        ['AlpineRoadWoodBiSlopeStart', 'AlpineRoadWoodSlope', 'AlpineRoadWoodBiSlopeEnd'],
        ['AlpineRoadWoodBigSlope2x3'],
      ],
      ramp: 'AlpineRoadWoodRamp1',
      extras: ['AlpineRoadTemple'],
    },
  ],
  Rally: [
    {
      level: 4,
      highest: 0,
      road: 'RallyRoad',
      start: 'RallyStartLine',
      checkpoint: 'RallyCheckPoint',
      finish: 'RallyFinish',
      extras: ['RallyRoadLamp', 'RallyBridgeLow'],
    },
    {
      level: 4,
      highest: 8,
      road: 'RallyRoadCastle',
      start: 'RallyMediumStartLine',
      checkpoint: 'RallyMediumCheckPoint',
      finish: 'RallyRoadMediumFinish',
      boost: 'RallyCastleTurbo',
      curves: ['RallyGT1'],
      slopes: [
        ['RallyRoadCastleSlope'],
        ['RallyCastleBiSlopeStart', 'RallyRoadCastleSlope', 'RallyRoadCastleSlope', 'RallyCastleBiSlopeEnd'],
      ],
      ramp: 'RallyCastleRamp',
      pillar: 'RallyRoadCastlePillar',
    },
  ],
  Island: [
    {
      level: 5,
      highest: 12,
      road: 'IslandHighWay',
      start: 'IslandHighWayStartLine',
      checkpoint: 'IslandHighWayCheckpoint',
      finish: 'IslandHighWayFinish',
      boost: 'IslandHighWayTurbo',
      curves: ['IslandHighWayGTCurve2', 'IslandHighWayGTCurve3'],
      slopes: [
        ['IslandHighWayBiSlopeStart', 'IslandHighWaySlope', 'IslandHighWayBiSlopeEnd'],
        ['IslandHighWaySlopeBase'],
      ],
      ramp: 'IslandHighWayRamp',
      pillar: 'IslandHighWayPillar',
      extras: ['IslandHighWayGTDiag', 'IslandHighWayMonoBump', 'IslandHighWayAdvertisement'],
    },
  ],
  Bay: [
    {
      level: 5,
      highest: 8,
      road: 'BayRoad',
      start: 'BayRoadStartLine',
      checkpoint: 'BayRoadCheckpoint',
      finish: 'BayRoadFinish',
      boost: 'BayRoadTurbo',
      curves: ['BayRoadGTCurve2', 'BayRoadGTCurve3'],
      slopes: [['BayRoadSlopeBase'], ['BayRoadBiSlope2Start', 'BayRoadSlope2', 'BayRoadBiSlope2End']],
      ramp: 'BayRoadRamp',
      pillar: 'BayRoadPillar',
      extras: ['BayRoadToll', 'BayRoadRail'],
    },
    {
      level: 6,
      highest: 8,
      road: 'BayBridgeRoad',
      start: 'BayBridgeStartLine',
      checkpoint: 'BayBridgeCheckpoint',
      finish: 'BayBridgeFinish',
      boost: 'BayBridgeTurbo',
      curves: ['BayBridgeGTCurve2', 'BayBridgeGTCurve3'],
      slopes: [
        ['BayBridgeSlopeBase2'],
        ['BayBridgeBiSlope2Start', 'BayBridgeSlope2Straight', 'BayBridgeBiSlope2End'],
      ],
      ramp: 'BayBridgeRamp',
      pillar: 'BayBridgeRoadPillar',
      loop: 'BayBridgeLoopLeft',
      extras: ['BayBridgeHole'],
    },
  ],
  Coast: [
    {
      level: 7,
      highest: 9,
      road: 'CoastRoad',
      start: 'CoastRoadStartLine',
      checkpoint: 'CoastRoadCheckpoint',
      finish: 'CoastRoadFinish',
      boost: 'CoastRoadTurbo',
      curves: ['CoastRoadGTCurve2', 'CoastRoadGTCurve3'],
      slopes: [
        ['CoastRoadSlopeBase'],
        ['CoastRoadBiSlopeStart', 'CoastRoadSlopeStraightAir', 'CoastRoadBiSlopeEnd'],
        ['CoastRoadGTBiSlope1Curve3'],
      ],
      ramp: 'CoastRoadRamp2',
      pillar: 'CoastRoadPillar',
      loop: 'CoastRoadLoopLeft',
      extras: ['CoastRoadGTDiag4', 'CoastRoadBumper', 'CoastRoadSigns'],
    },
  ],
};
