/** The box of a name over a car, in pixels: the middle of its lower edge, and its width. */
export interface NameBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export const nameHeight = 20;
const gap = 2;
/** Names that stand on top of each other. The others of a crowd are not shown until it is apart. */
const mostStacked = 5;

/**
 * Puts names that would cover each other on top of each other, the first of the list the lowest. Returns for each by how many pixels it is
 * raised; null: there is no room for it.
 */
export function spreadNames(boxes: readonly NameBox[]): (number | null)[] {
  const placed: NameBox[] = [];
  return boxes.map((box) => {
    for (let level = 0; level < mostStacked; level++) {
      const raised = level * (nameHeight + gap);
      const at = { ...box, y: box.y - raised };
      if (placed.some((other) => overlap(at, other))) continue;
      placed.push(at);
      return raised;
    }
    return null;
  });
}

const overlap = (a: NameBox, b: NameBox): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 + gap && Math.abs(a.y - b.y) < nameHeight + gap;
