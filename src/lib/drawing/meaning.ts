import { type Waypoint, waypointOf } from '#lib/codes/waypoint.ts';
import { baseName, type EnvironmentName, type PlacedBlock } from './block.ts';
import type { Family, Terrain } from './palette.ts';

/** What a block means to a drawing. */
export type Meaning =
  | { readonly is: 'nothing' }
  | { readonly is: 'scenery' }
  | { readonly is: 'terrain'; readonly terrain: Terrain }
  | { readonly is: 'road'; readonly family: Family; readonly waypoint: Waypoint | null };

const terrains: Readonly<Record<EnvironmentName, readonly (readonly [RegExp, Terrain])[]>> = {
  Stadium: [
    [/^Dirt(Hill|Border)?$/, 'dirt'],
    [/^(Water|Pool)$/, 'water'],
    [/^Grass$/, 'grass'],
  ],
  Bay: [
    [/^Harbor$/, 'paved'],
    [/^(Docks|Esplanade)$/, 'quay'],
    [/^Sea$/, 'water'],
  ],
  Island: [
    [/^Beach$/, 'sand'],
    [/^Grass$/, 'grass'],
    [/^Hills6$/, 'hill'],
    [/^Sea$/, 'water'],
  ],
  Coast: [
    [/^Dirt$/, 'dirt'],
    [/^(Dirt|Water)Cliff$/, 'rock'],
    [/^(Sea|Water)$/, 'water'],
  ],
  Desert: [
    [/^Base$|^Desert\d*$|^Desert\d?ToDesert\d?$/, 'sand'],
    [/^Rock$|^RockToRock$|^DesertToRock$|^(To)?Canyon$/, 'rock'],
    [/^River$|^DesertToRiver$/, 'water'],
  ],
  Snow: [
    [/^Ice0?$|^SnowToIce$/, 'ice'],
    [/^Hills$/, 'hill'],
    [/^Tundra(Hills)?$/, 'tundra'],
    [/^SnowToSnow$|^SnowBase$/, 'snow'],
  ],
  Rally: [
    [/^Flat$/, 'grass'],
    [/^Hills\d?$|To(Hills)\d?$/, 'hill'],
    [/^Lake$|^ForestToLake$/, 'water'],
    [/^RockyGrass(Hills|Cliffs)?$/, 'rock'],
  ],
};

const support = /(Pillar|Pilar|PillarStraight|Pillar2|Replace)$/;
const noSupport = /HolePillar|^CircuitPillar\d|^GaragePillar/;
const stadiumScenery = /^(Tube|Inflatable|Fabric|Sculpt|Control|Airship|DecoTower|DirtDeadend)/;
const otherScenery =
  /Sign|Advert|Lamp|Light|Tree|Rocks|RockDecor|Fence|House|Hotel|Building|Flats|Docks.|Village|Boat|Space|Temple|Chalet|Field|^Hill\d|Containers|Saguaros|Windmill|Antenne|Cargo|Decor?[A-Z]|^Hills6Deco|Plane$|Hangar|Kiosk|Club|Commitee|Reservoir|Mountain|Yacht|Tower|PineTree|Vegetation|Peak/;

/** The first rule that matches determines the family. */
const families: readonly (readonly [RegExp, Family])[] = [
  [/Turbo|SpeedUp/, 'boost'],
  [/FreeWheel|RoadMainFW/, 'noEngine'],
  [/Tunnel/, 'tunnel'],
  [/Loop|Wall(\d|Border|Pub|H|V|GT|Corner)/, 'wall'],
  [/^(?!Parvis).*(Ramp|Jump|Bump|Hawk)/, 'ramp'],
  [/Hole/, 'hole'],
  [/Dirt/, 'dirt'],
  [/^(SnowRoad|Ice)/, 'ice'],
  [/Platform|Plateform|Circuit|Garage|Parvis|GreatWall|Grid/, 'platform'],
  [/SeaWay|RoadWater|River/, 'waterRoad'],
];
const rallyFamilies: readonly (readonly [RegExp, Family])[] = [
  [/^RoadSpeedUp$/, 'dirt'],
  [/^(RoadHigh|RoadWood|High|BridgeHigh)/, 'wood'],
  [/^(Road|Trunc|LowTo\w*|BridgeLow)$/, 'dirt'],
];

function familyOf(base: string, environment: EnvironmentName): Family {
  const table = environment === 'Rally' ? [...rallyFamilies, ...families] : families;
  return table.find(([rule]) => rule.test(base))?.[1] ?? 'road';
}

function meaningOfName(name: string, environment: EnvironmentName): Meaning {
  const base = baseName(name);
  // Blocks that join two kinds of terrain are named without their environment.
  const terrain = terrains[environment].find(([rule]) => rule.test(base))?.[1];
  if (terrain) return { is: 'terrain', terrain };
  if (/Clip$/.test(base) || /^(SpeedTo|To)Canyon$/.test(name)) {
    return name.endsWith('Canyon') ? { is: 'terrain', terrain: 'rock' } : { is: 'nothing' };
  }
  const waypoint = waypointOf(base);
  if (waypoint) return { is: 'road', family: 'platform', waypoint };
  if (support.test(base) && !noSupport.test(base)) return { is: 'nothing' };
  const scenery = environment === 'Stadium' ? stadiumScenery : otherScenery;
  if (scenery.test(base)) return { is: 'scenery' };
  return { is: 'road', family: familyOf(base, environment), waypoint: null };
}

/** Returns a function that interprets the blocks of one track; each name is interpreted once. */
export function makeReader(environment: EnvironmentName): (block: PlacedBlock) => Meaning {
  const known = new Map<string, Meaning>();
  const nothing: Meaning = { is: 'nothing' };
  return ({ name, clip, pillar }) => {
    let meaning = known.get(name);
    if (!meaning) {
      meaning = meaningOfName(name, environment);
      known.set(name, meaning);
    }
    return clip || (pillar && meaning.is !== 'terrain') ? nothing : meaning;
  };
}
