import { escapeHtml } from '#lib/codes/text.ts';

/** Spreads consecutive numbers: the finalizer of MurmurHash3. */
function scatter(id: number): number {
  let h = Math.imul(id ^ (id >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Up to two letters or digits: the first of the first two words, or the first two of the only word. */
export function initialsOf(name: string): string {
  const words = name
    .toWellFormed()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => Array.from(word)[0]) : Array.from(words[0] ?? '');
  return letters.slice(0, 2).join('').toUpperCase().slice(0, 4);
}

/** Corners of a tile that a quarter of a road goes around. */
const corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** A road through two adjacent tiles, mirrored below. Consecutive ids never have the same road. */
function road(bits: number): string {
  const arcs: string[] = [];
  for (const tile of [0, 1]) {
    const [cx, cy] = corners[(bits >>> (tile * 2)) & 3] ?? [0, 0];
    for (const isBelow of [false, true]) {
      const [x, y] = [tile * 32 + cx * 32, isBelow ? 64 - cy * 32 : cy * 32];
      arcs.push(`<circle cx="${x}" cy="${y}" r="16"/>`);
    }
  }
  return arcs.join('');
}

/**
 * The picture of a user who has not uploaded one, as SVG: the initials above a winding road, in one of 24 hues. The same user
 * always gets the same picture. The colours are legible by day and by night.
 */
export function defaultAvatar({ userId, name }: { userId: number; name: string }): string {
  const bits = scatter(userId);
  const hue = ((bits >>> 8) % 24) * 15;
  const initials = escapeHtml(initialsOf(name));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256">
<rect width="64" height="64" fill="hsl(${hue} 42% 31%)"/>
<g fill="none" stroke="hsl(${hue} 38% 23%)" stroke-width="13">${road(bits)}</g>
<g fill="none" stroke="hsl(${hue} 45% 44%)" stroke-width="1.2" stroke-dasharray="4 3.5">${road(bits)}</g>
<text x="32" y="33" fill="#fff" font-family="Archivo,Arial,Helvetica,sans-serif" font-weight="700" font-size="27" text-anchor="middle" dominant-baseline="central">${initials}</text>
</svg>
`;
}
