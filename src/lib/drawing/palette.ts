import type { EnvironmentName } from './block.ts';

/** Kinds of ground; a cell shows one only where it differs from the ground of its environment. */
export const terrainColours = {
  grass: '#c3d8a6',
  water: '#8fb8d4',
  sand: '#e6d3a7',
  rock: '#c9b195',
  dirt: '#cdb38c',
  paved: '#d6d5cf',
  quay: '#bdbbb2',
  ice: '#cfe6ee',
  snow: '#eef2f5',
  tundra: '#cdd0b4',
  hill: '#b3c894',
} as const;
export type Terrain = keyof typeof terrainColours;

export const groundOf: Readonly<Record<EnvironmentName, Terrain>> = {
  Stadium: 'grass',
  Bay: 'water',
  Island: 'water',
  Coast: 'water',
  Desert: 'sand',
  Snow: 'snow',
  Rally: 'grass',
};

/** Families of drivable blocks, in painting order within a height. */
export const familyColours = {
  road: '#5b6068',
  platform: '#7d848f',
  tunnel: '#6c7078',
  dirt: '#9a6b3f',
  wood: '#a9773f',
  ice: '#9cc9dd',
  waterRoad: '#4f7f9e',
  wall: '#6c5f8d',
  ramp: '#c2703d',
  hole: '#33363b',
  boost: '#f0c419',
  noEngine: '#b04a8f',
} as const;
export type Family = keyof typeof familyColours;

export const marks = {
  edge: '#23262b',
  start: '#13894a',
  checkpoint: '#2277dd',
  finish: '#d7261e',
  rim: '#ffffff',
};
/** How much scenery darkens the ground. */
export const sceneryOpacity = 0.13;

/** A colour mixed with white: the higher a block is, the lighter. */
export const lighter = (colour: string, share: number): string => mixed(colour, '#ffffff', share);

/** Red, green and blue of `#rrggbb`, each 0 to 255. */
export const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** The first colour, mixed with a share of the second, 0 to 1. */
export function mixed(first: string, second: string, share: number): string {
  const other = channelsOf(second);
  const parts = channelsOf(first).map((channel, at) => channel + ((other[at] ?? 0) - channel) * share);
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
