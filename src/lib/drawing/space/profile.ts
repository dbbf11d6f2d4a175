import type { Shape } from './shape.ts';

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** The height along a profile as a share of its rise, for `t` from 0 to 1. */
export function profileAt(profile: string, t: number): number {
  const at = clamp(t);
  switch (profile) {
    case 'flat':
      return 0;
    case 'in':
      return at * at;
    case 'out':
      return 1 - (1 - at) ** 2;
    case 'ease':
      return at * at * (3 - 2 * at);
    case 'hump':
    case 'dip':
      return Math.sin(Math.PI * at) ** 2;
    case 'quarter': // upright at -z, flat at +z
      return 1 - Math.sqrt(1 - (1 - at) ** 2);
    case 'arch': // upright at -z, level overhead at +z
      return Math.sqrt(1 - (1 - at) ** 2);
    default:
      return at;
  }
}

/** The height in steps of a block that is one slanted plane. */
export const planeHeight = ({ width, depth, bank, rise }: Shape, u: number, w: number): number =>
  bank === 0 ? (rise * w) / depth : bank > 0 ? (bank * u) / width : (-bank * (width - u)) / width;

/** The height in steps of a block whose whole footprint is driven. */
export function sheetHeight(shape: Shape, u: number, w: number): number {
  const { width, depth, profile, rise, bank } = shape;
  const t = w / depth;
  switch (profile) {
    case 'hillside':
      return rise * clamp((1 - w) / 0.75);
    case 'plane':
      return planeHeight(shape, u, w);
    case 'ramp':
      return rise * profileAt('in', shape.ports[0]?.side === 2 ? t : 1 - t);
    case 'hump':
      return rise * profileAt('hump', t);
    case 'dip':
      return -rise * profileAt('dip', t);
    case 'quarter':
    case 'arch':
      return rise * profileAt(profile, t);
  }
  const side = bank > 0 ? (bank * u) / width : -bank * (1 - u / width);
  const own = profile === 'flat' && rise !== 0 ? 'slope' : profile;
  return (rise < 0 ? -rise * (1 - profileAt(own, t)) : rise * profileAt(own, t)) + (bank === 0 ? 0 : side);
}
