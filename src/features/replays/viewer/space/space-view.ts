export const cameraKinds = ['chase', 'cockpit', 'above', 'orbit', 'television'] as const;
export type CameraKind = (typeof cameraKinds)[number];

/** What the cameras are called. */
export const cameraNames: Readonly<Record<CameraKind, string>> = {
  chase: 'Chase',
  cockpit: 'Cockpit',
  above: 'Above',
  orbit: 'Orbit',
  television: 'Television',
};

/** Where the free camera is around its car: degrees around it and above the horizon, and metres away. */
export interface Orbit {
  readonly around: number;
  readonly above: number;
  readonly metres: number;
}

/** What of the scene a link restores. */
export interface SpaceView {
  readonly camera: CameraKind;
  readonly orbit: Orbit;
}

export const usualOrbit: Orbit = { around: 30, above: 25, metres: 40 };
const nearest = 6;
const farthest = 1500;

/** The same orbit within its limits: never below the horizon, nor straight above, where up would be undefined. */
export const within = ({ around, above, metres }: Orbit): Orbit => ({
  around: ((Math.round(around) % 360) + 360) % 360,
  above: Math.round(Math.min(88, Math.max(2, above))),
  metres: Math.round(Math.min(farthest, Math.max(nearest, metres))),
});

/** Reads `camera=orbit,30,25,40`; null without a camera, or with an unknown one: the map is shown then. */
export function spaceViewOf(query: URLSearchParams): SpaceView | null {
  const [name, ...numbers] = (query.get('camera') ?? '').split(',');
  const camera = cameraKinds.find((kind) => kind === name);
  if (!camera) return null;
  const isOrbit = numbers.length === 3 && numbers.every((text) => /^\d{1,4}$/.test(text));
  const [around = 0, above = 0, metres = 0] = numbers.map(Number);
  return { camera, orbit: isOrbit ? within({ around, above, metres }) : usualOrbit };
}

/** The same as the value of a parameter. */
export function cameraParameter({ camera, orbit }: SpaceView): string {
  const { around, above, metres } = within(orbit);
  return camera === 'orbit' ? `orbit,${around},${above},${metres}` : camera;
}

/** The camera after this one. */
export const nextCamera = (camera: CameraKind): CameraKind =>
  cameraKinds[(cameraKinds.indexOf(camera) + 1) % cameraKinds.length] ?? 'chase';
