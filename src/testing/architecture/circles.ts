import type { Source } from './sources.ts';

/**
 * Groups of files that import each other, directly or through other files; imports of types count. Returns one line for
 * each group, a shortest circle through its first file: "a.ts → b.ts → a.ts".
 */
export function importCircles(sources: readonly Source[]): string[] {
  const paths = new Set(sources.map(({ path }) => path));
  const imported = new Map(
    sources.map(({ path, imports }) => [
      path,
      [
        ...new Set(
          imports.flatMap(({ target }) => (target !== undefined && paths.has(target) ? [target] : [])),
        ),
      ],
    ]),
  );
  const reported = new Set<string>();
  return [...paths].sort().flatMap((path) => {
    if (reported.has(path)) return [];
    const circle = shortestCircle(path, imported);
    for (const member of circle) reported.add(member);
    return circle.length === 0 ? [] : [circle.join(' → ')];
  });
}

/** The shortest way from a file back to itself, both ends included; empty if there is none. */
function shortestCircle(start: string, imported: ReadonlyMap<string, readonly string[]>): string[] {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const target of imported.get(path) ?? []) {
      if (target === start) return [...wayTo(path, cameFrom), start];
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      queue.push(target);
    }
  }
  return [];
}

function wayTo(path: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [path];
  for (let at = cameFrom.get(path); at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}
