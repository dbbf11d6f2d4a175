import { side } from './plan.ts';

/** At most two decimals, without trailing zeros. */
export const n = (value: number): string => String(Math.round(value * 100) / 100);

const place = (cell: number): readonly [x: number, z: number] => [cell % side, Math.floor(cell / side)];

/** Cells as one path: adjacent cells of a row form a rectangle, and equal rectangles below each other are joined. */
export function cellsPath(cells: Iterable<number>): string {
  const sorted = [...cells].sort((a, b) => a - b);
  const open = new Map<string, { x: number; z: number; width: number; depth: number }>();
  const done: string[] = [];
  const close = ({ x, z, width, depth }: { x: number; z: number; width: number; depth: number }) =>
    done.push(`M${x} ${z}h${width}v${depth}h${-width}z`);
  for (let at = 0; at < sorted.length; ) {
    const first = sorted[at] ?? 0;
    const [x, z] = place(first);
    let width = 1;
    while (sorted[at + width] === first + width && x + width < side) width += 1;
    at += width;
    const key = `${x} ${width}`;
    const above = open.get(key);
    if (above && above.z + above.depth === z) {
      above.depth += 1;
    } else {
      if (above) close(above);
      open.set(key, { x, z, width, depth: 1 });
    }
  }
  for (const run of open.values()) close(run);
  return done.join('');
}

/** Sides of cells as one path of joined lines: `across` is above its cell, `down` left of it. */
export function linesPath(across: readonly number[], down: readonly number[]): string {
  const parts: string[] = [];
  const runs = (
    cells: readonly number[],
    step: number,
    line: (x: number, z: number, length: number) => string,
  ) => {
    const left = new Set(cells);
    for (const cell of [...left].sort((a, b) => a - b)) {
      if (!left.delete(cell)) continue;
      let length = 1;
      while (left.delete(cell + length * step)) length += 1;
      const [x, z] = place(cell);
      parts.push(line(x, z, length));
    }
  };
  runs(across, 1, (x, z, length) => `M${x} ${z}h${length}`);
  runs(down, side, (x, z, length) => `M${x} ${z}v${length}`);
  return parts.join('');
}
