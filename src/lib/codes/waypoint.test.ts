import { expect, test } from 'vitest';
import { type Waypoint, waypointOf } from './waypoint.ts';

test.each<[string, Waypoint | null]>([
  ['StadiumRoadMainStartLine', 'start'],
  ['CE_HelicoStart', 'start'],
  ['RallyHighSupportStartLine', 'start'],
  ['SpeedClassicCheckpoint', 'checkpoint'],
  ['RallyCheckPoint', 'checkpoint'],
  ['BayRoadFinish', 'finish'],
  ['IslandPlatformFinishLine', 'finish'],
  ['RallyHighFinishSupport', 'finish'],
  ['StadiumRoadMainStartFinishLine', 'multilap'],
  ['AlpineRoadWoodMultiLap', 'multilap'],
  ['SpeedClassicMultilap', 'multilap'],
  ['StadiumRoadMain', null],
  ['CoastStartLinePillar', null],
  ['CoastFinishPillar', null],
  ['', null],
])('%s: %s', (name, waypoint) => {
  expect(waypointOf(name)).toBe(waypoint);
});
