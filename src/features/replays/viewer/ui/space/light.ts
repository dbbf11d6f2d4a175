import { mixed } from '#lib/drawing/palette.ts';
import type { Vector } from '../../space/vectors.ts';

/** The light of a mood: strengths are shares of full light on a level face. */
export interface Light {
  readonly isNight: boolean;
  readonly zenith: string;
  /** also the colour of the haze */
  readonly horizon: string;
  readonly sun: string;
  readonly sunStrength: number;
  readonly sky: string;
  readonly bounce: string;
  readonly skyStrength: number;
  /** towards the sun or the moon */
  readonly towards: Vector;
}

const day: Light = {
  isNight: false,
  zenith: '#4f93d6',
  horizon: '#cfe3f2',
  sun: '#fff6e0',
  sunStrength: 0.62,
  sky: '#e4efff',
  bounce: '#8d8470',
  skyStrength: 0.6,
  towards: [-0.52, 0.83, -0.28],
};

const moods: Readonly<Record<string, Light>> = {
  Day: day,
  Sunrise: {
    ...day,
    zenith: '#6f93c4',
    horizon: '#f3d9c6',
    sun: '#ffdcae',
    sunStrength: 0.7,
    sky: '#dfe3f5',
    bounce: '#8a7a78',
    skyStrength: 0.55,
    towards: [0.78, 0.5, -0.36],
  },
  Sunset: {
    ...day,
    zenith: '#4a5d96',
    horizon: '#f2b078',
    sun: '#ffb56b',
    sunStrength: 0.8,
    sky: '#cdc7e0',
    bounce: '#7c5f58',
    skyStrength: 0.5,
    towards: [-0.8, 0.42, 0.42],
  },
  Night: {
    isNight: true,
    zenith: '#050818',
    horizon: '#1a2546',
    sun: '#c3d2ff',
    sunStrength: 0.5,
    sky: '#c6d2ff',
    bounce: '#6a6f90',
    skyStrength: 0.75,
    towards: [-0.45, 0.85, 0.28],
  },
};

/** The light of a track by the mood of its file; files may name moods that no game has. */
export const lightOf = (mood: string): Light => moods[mood] ?? day;

/** The sky at a share of the way from the horizon to the zenith. */
export const skyAt = ({ horizon, zenith }: Light, share: number): string => mixed(horizon, zenith, share);
