import type { EnvironmentName } from '../block.ts';
import { channelsOf, mixed } from '../palette.ts';

/** Colours of materials by day. */
const materials: Readonly<Record<string, string>> = {
  road: '#5d636c',
  edge: '#e9e7df',
  border: '#d6544a',
  platform: '#a9b1bc',
  dirt: '#b07f4a',
  wood: '#a8764a',
  cobble: '#b7ab97',
  bridge: '#9aa1ab',
  tunnel: '#7d828b',
  tube: '#9db3c2',
  waterway: '#6fa6bd',
  ice: '#bfe3f1',
  snow: '#eef4fa',
  boards: '#c9a06c',
  tarmac: '#6d7178',
  corniche: '#d8c6a2',
  grass: '#93bd66',
  meadow: '#aabf6b',
  heath: '#a89f63',
  sand: '#e4c88f',
  scree: '#d3a66d',
  rock: '#b98560',
  canyon: '#b0683f',
  hill: '#dde7ee',
  tundra: '#c6cfbd',
  water: '#4f9bc4',
  beach: '#f1dfb0',
  cliff: '#c39d70',
  paved: '#c9c8c1',
  quay: '#a9a79f',
  pillar: '#8b919a',
  house: '#d2b48f',
  roof: '#b4583f',
  metal: '#9aa3ad',
  sign: '#e0b23c',
  tree: '#5f8f45',
  cactus: '#6f8f4e',
  stone: '#a0917d',
  boat: '#f4f4f2',
  boost: '#f2c21a',
  noengine: '#b04a8f',
  garden: '#93ad7c',
  fabric: '#c8583f',
  canopy: '#d9694d',
  shadow: '#1b2433',
  window: '#6f7b88',
  lamp: '#f4f1e4',
  hull: '#9c4a3c',
};

/** What each environment colours in its own way. */
const own: Readonly<Record<EnvironmentName, Readonly<Record<string, string>>>> = {
  Stadium: { pillar: '#a7adb5', platform: '#aeb8c6' },
  Desert: {
    road: '#6f6a66',
    platform: '#98928b',
    tree: '#7d9450',
    pillar: '#8c7a66',
    house: '#b98d5f',
    rock: '#c07a4c',
    scree: '#d9a768',
    bridge: '#a0522f',
  },
  Snow: {
    grass: '#eef4fa',
    road: '#7f858d',
    wood: '#bd8238',
    rock: '#9c9a97',
    tree: '#4f7a63',
    roof: '#f4f8fb',
    cliff: '#b8bcc2',
    house: '#9a6a45',
    pillar: '#7d5a3c',
    platform: '#b98a58',
    water: '#9fd0e4',
  },
  Rally: {
    grass: '#86ad57',
    rock: '#988c7b',
    road: '#8b6d4b',
    tree: '#4d7a35',
    house: '#c9a57c',
    pillar: '#a89b86',
    water: '#5f98b3',
  },
  Island: {
    water: '#3fb4c8',
    grass: '#8fc65e',
    road: '#585d68',
    platform: '#cdd3db',
    tree: '#3f9a4c',
    waterway: '#8fd3dd',
    cliff: '#bb9566',
    pillar: '#c3c8cf',
  },
  Bay: {
    water: '#4a8fb8',
    platform: '#737f8f',
    tree: '#6a9a5a',
    house: '#b7c1cc',
    pillar: '#9fb0c2',
    bridge: '#8f8378',
    road: '#4d525b',
  },
  Coast: {
    water: '#3d9ec6',
    platform: '#77787a',
    tree: '#4f8047',
    road: '#6f6760',
    house: '#e8d3ae',
    stone: '#c7ae8c',
    pillar: '#bfa98a',
    waterway: '#b9a486',
  },
};

/** Colours that mean something; they are the same by day and night. */
const signals: Readonly<Record<string, string>> = {
  start: '#18b067',
  checkpoint: '#2f8cf0',
  finish: '#e5352b',
  multilap: '#18b067',
  white: '#ffffff',
  black: '#16181c',
};

/** What dark faces tend to. */
const dusk: Readonly<Record<EnvironmentName, string>> = {
  Stadium: '#2c3350',
  Desert: '#6a2a2c',
  Snow: '#40567f',
  Rally: '#2e3527',
  Island: '#4d3a42',
  Bay: '#2c3350',
  Coast: '#5a352f',
};
const daylight = '#fffbe8';
const midnight = '#0b1230';
const moonlight = '#aab4c8';

/** How much of its colour a material keeps at night: roads and their edges are lit, the ground sinks into blue. */
const keptAtNight: Readonly<Record<string, number>> = {
  edge: 0.95,
  boost: 0.8,
  road: 0.62,
  bridge: 0.6,
  boards: 0.6,
  corniche: 0.6,
  platform: 0.55,
  wood: 0.55,
  waterway: 0.55,
  dirt: 0.5,
  cobble: 0.5,
  tunnel: 0.5,
  house: 0.4,
  ice: 0.42,
  water: 0.34,
  shadow: 0.1,
};

/** What is lit from inside: its colour at night, whatever the shade. */
const lit: Readonly<Record<string, string>> = { window: '#e9c878', lamp: '#ffe9b0' };

export type Mode = 'day' | 'night';

/** The colour of a material in an environment; `shade` from -3 (dark) to 3 (light). */
export function colourOf(environment: EnvironmentName, material: string, shade: number, mode: Mode): string {
  const signal = signals[material] ?? (mode === 'night' ? lit[material] : undefined);
  if (signal) return shade < 0 ? mixed(signal, midnight, -shade * 0.1) : signal;
  const plain = own[environment][material] ?? materials[material] ?? '#9aa0a8';
  const inLight =
    shade < 0 ? mixed(plain, dusk[environment], -shade * 0.12) : mixed(plain, daylight, shade * 0.12);
  if (mode === 'day') return inLight;
  // light ground, such as snow and paving, sinks deeper
  const kept = keptAtNight[material] ?? 0.36 - 0.16 * brightness(plain);
  return mixed(midnight, material === 'road' ? mixed(inLight, moonlight, 0.35) : inLight, kept);
}

const brightness = (colour: string): number =>
  channelsOf(colour).reduce((sum, channel) => sum + channel) / (3 * 255);
