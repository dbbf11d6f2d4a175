import { seededRandom } from '#lib/gbx/tools/random.ts';
import { readWell, textOf } from './check.ts';
import { pageTypes, pick } from './mix.ts';
import { someVisitor } from './people.ts';
import type { Side } from './side.ts';
import { Wire } from './wire.ts';

/** How the responses of two builds with copies of the same data differ. */
export interface BodyComparison {
  readonly compared: number;
  readonly equal: number;
  readonly differing: readonly {
    readonly path: string;
    readonly bytes: readonly [number, number];
    readonly firstDifference: string;
  }[];
}

/** Differences between two builds that are not differences of their pages. */
const named: readonly (readonly [string, RegExp, string])[] = [
  ['names of built files', /\/_astro\/[^"')\s]+/g, '/_astro/*'],
  ['ids of islands', / (?:uid|prefix)="[^"]*"/g, ''],
  ['ids made by React', /\b_(?:r\d+)?R_\w*?_\b/g, 'id'],
  ['hashes of inline scripts', /'?sha\d+-[\w+/=]+'?/g, 'sha'],
  ['relative times', /\b(?:\d+|an?) (?:seconds?|minutes?) ago\b/g, 'a moment ago'],
];

const moment = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const justNowMs = 60_000;

/** A body without what may differ between builds or processes, the moment of the response included. */
export const withoutNamed = (body: string): string =>
  named
    .reduce((text, [, pattern, instead]) => text.replace(pattern, instead), body)
    .replace(moment, (at) => (Math.abs(Date.now() - Date.parse(at)) < justNowMs ? 'now' : at));

/** The first place where two texts differ, or null. */
export function firstDifference(a: string, b: string): string | null {
  if (a === b) return null;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 50));
  return `${part(a)} or ${part(b)}`;
}

/** Requests some addresses of every type of page from both. */
export async function compareBodies(
  [ours, other]: readonly [Side, Side],
  each: number,
  seed: number,
): Promise<BodyComparison> {
  const random = seededRandom(seed);
  const wires = [new Wire(ours.server.port), new Wire(other.server.port)] as const;
  const differing: BodyComparison['differing'][number][] = [];
  let compared = 0;
  const types = pageTypes.filter(({ share }) => share.visitor > 0);
  for (const type of types)
    for (let n = 0; n < each; n++) {
      const path = type.path(ours.community, (from) => pick(random, from), random);
      const read = async (wire: Wire) =>
        textOf(await readWell(wire, ours.site.host, someVisitor(random), path));
      const [a, b] = [await read(wires[0]), await read(wires[1])];
      const difference = firstDifference(withoutNamed(a), withoutNamed(b));
      compared += 1;
      if (difference !== null)
        differing.push({ path, bytes: [a.length, b.length], firstDifference: difference });
    }
  for (const wire of wires) wire.close();
  return { compared, equal: compared - differing.length, differing };
}
