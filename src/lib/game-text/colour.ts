/** The background the text is shown on. */
export type Ground = 'day' | 'night';

/** Minimum contrast of corrected text: WCAG 2.2 level AA for body text. */
export const LEAST_CONTRAST = 4.5;

/**
 * Relative luminance of the most difficult background of each mode: the darkest day and the lightest night surface on which
 * names are shown, over all editions, with a margin.
 */
const GROUND_LUMINANCE: Readonly<Record<Ground, number>> = { day: 0.7, night: 0.03 };

/**
 * Moves a colour towards black by day or white by night, just far enough to be readable.
 * Takes and returns `#rrggbb`; a readable colour is returned unchanged.
 */
export function readableColour(hex: string, ground: Ground): string {
  const linear = channels(hex).map(toLinear);
  const luminance = luminanceOf(linear);
  const far = GROUND_LUMINANCE[ground] + 0.05;
  if (ground === 'day') {
    const most = far / LEAST_CONTRAST - 0.05;
    if (luminance <= most) return hex.toLowerCase();
    return toHex(linear.map((value) => Math.floor(fromLinear((value * most) / luminance))));
  }
  const least = far * LEAST_CONTRAST - 0.05;
  if (luminance >= least) return hex.toLowerCase();
  const share = (least - luminance) / (1 - luminance);
  return toHex(linear.map((value) => Math.ceil(fromLinear(value + share * (1 - value)))));
}

/** WCAG contrast of a `#rrggbb` colour with the most difficult background of a mode, 1 to 21. */
export function contrastOn(hex: string, ground: Ground): number {
  const letters = luminanceOf(channels(hex).map(toLinear)) + 0.05;
  const behind = GROUND_LUMINANCE[ground] + 0.05;
  return Math.max(letters, behind) / Math.min(letters, behind);
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}

function toLinear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function fromLinear(share: number): number {
  return 255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055);
}

function luminanceOf(linear: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = linear;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toHex(values: readonly number[]): string {
  return `#${values.map((value) => Math.min(255, Math.max(0, value)).toString(16).padStart(2, '0')).join('')}`;
}
