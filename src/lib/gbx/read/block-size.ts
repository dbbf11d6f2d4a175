import type { Environment } from './environment.ts';

/** The size of a block in metres; the corner of block (x, y, z) is at (x × width, y × height, z × width). */
export const BLOCK_METRES: Record<Environment, { readonly width: number; readonly height: number }> = {
  Stadium: { width: 32, height: 8 },
  Desert: { width: 32, height: 16 },
  Snow: { width: 32, height: 16 },
  Rally: { width: 32, height: 8 },
  Island: { width: 64, height: 8 },
  Bay: { width: 32, height: 8 },
  Coast: { width: 16, height: 4 },
};
