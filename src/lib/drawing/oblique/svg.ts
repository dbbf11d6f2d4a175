import type { EnvironmentName } from '../block.ts';
import type { OnScreen } from './camera.ts';
import { colourOf, type Mode } from './colours.ts';
import type { Face } from './picture.ts';

/** From metres on the screen to units of the picture. */
export interface Placement {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

export const placed = ([x, y]: OnScreen, { scale, left, top }: Placement): OnScreen => [
  Math.round(x * scale + left),
  Math.round(y * scale + top),
];

/** How far outside of the picture, in units, a point may lie and still count. */
const margin = 10;

export const isInside = (point: OnScreen, placement: Placement): boolean => {
  const [x, y] = placed(point, placement);
  return x > -margin && y > -margin && x < placement.width + margin && y < placement.height + margin;
};

/** Faces as paths from far to near; faces next to each other of one kind share a path. The classes and what they mean. */
export function facePaths(
  faces: readonly Face[],
  placement: Placement,
  { band, leastArea }: { readonly band: number; readonly leastArea: number },
): { readonly paths: string; readonly classes: ReadonlyMap<string, { material: string; shade: number }> } {
  const classes = new Map<string, { name: string; material: string; shade: number }>();
  const kindOf = ({ material, shade }: Face) => `${material}${shade}`;
  const shown = faces
    .filter(({ points }) => points.some((point) => isInside(point, placement)))
    .map((face) => ({ face, kind: kindOf(face), band: Math.floor(face.height / band) }));
  const byKind = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  shown.sort((a, b) => {
    if (a.face.layer !== b.face.layer) return a.face.layer - b.face.layer;
    if (a.face.layer < 2) return byKind(a.kind, b.kind);
    return (
      a.face.depth - b.face.depth ||
      a.band - b.band ||
      a.face.rank - b.face.rank ||
      byKind(a.kind, b.kind) ||
      a.face.height - b.face.height
    );
  });
  const nameOf = (kind: string, { material, shade }: Face): string => {
    const known = classes.get(kind);
    if (known) return known.name;
    const count = classes.size;
    const name = count < 26 ? String.fromCharCode(97 + count) : `a${count.toString(36)}`;
    classes.set(kind, { name, material, shade });
    return name;
  };
  const out: string[] = [];
  let open = '';
  let path = '';
  let last: OnScreen = [0, 0];
  const close = () => {
    if (path) out.push(`<path class="${open}" d="${path}"/>`);
    path = '';
  };
  for (const { face, kind } of shown) {
    const points = face.points
      .map((point) => placed(point, placement))
      .filter(([x, y], at, all) => at === 0 || x !== all[at - 1]?.[0] || y !== all[at - 1]?.[1]);
    const [first, ...others] = points;
    if (!first || others.length < 2 || areaOf(points) < leastArea) continue;
    const name = nameOf(kind, face);
    if (name !== open) {
      close();
      open = name;
    }
    path += path ? `m${step(last, first)}` : `M${first[0]} ${first[1]}`;
    let from = first;
    for (const [at, to] of others.entries()) {
      const text = step(from, to);
      path += at === 0 ? `l${text}` : text.startsWith('-') ? text : ` ${text}`;
      from = to;
    }
    path += 'z';
    last = first;
  }
  close();
  return {
    paths: out.join(''),
    classes: new Map([...classes.values()].map(({ name, ...kind }) => [name, kind])),
  };
}

/** A relative step, as short as possible. */
function step([fx, fy]: OnScreen, [x, y]: OnScreen): string {
  const down = y - fy;
  return `${x - fx}${down < 0 ? '' : ' '}${down}`;
}

function areaOf(points: readonly OnScreen[]): number {
  let sum = 0;
  for (const [at, [x, y]] of points.entries()) {
    const [nx, ny] = points[(at + 1) % points.length] ?? [x, y];
    sum += x * ny - nx * y;
  }
  return Math.abs(sum) / 2;
}

/** A line as a path. */
export function linePath(points: readonly OnScreen[]): string {
  const [first, ...others] = points;
  if (!first) return '';
  let from = first;
  let path = `M${first[0]} ${first[1]}`;
  for (const [at, to] of others.entries()) {
    path += `${at === 0 ? 'l' : ' '}${step(from, to)}`;
    from = to;
  }
  return path;
}

/** The rules of the classes of faces in one mode. */
export function faceRules(
  classes: ReadonlyMap<string, { readonly material: string; readonly shade: number }>,
  environment: EnvironmentName,
  mode: Mode,
): string {
  return [...classes]
    .map(([name, { material, shade }]) => {
      const colour = colourOf(environment, material, shade, mode);
      if (material === 'shadow') return `.${name}{fill:${colour};opacity:${mode === 'night' ? 0.35 : 0.22}}`;
      return material === 'canopy'
        ? `.${name}{fill:${colour};opacity:.5}`
        : `.${name}{fill:${colour};stroke:${colour}}`;
    })
    .join('');
}
