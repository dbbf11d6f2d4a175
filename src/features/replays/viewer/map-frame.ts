/** The position of a map's drawing in its picture: `scale` pixels for a block, the map's corner at `left` and `top`. */
export interface MapFrame {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/**
 * Reads the frame from the start of an SVG that the map drawing made: its view is fitted into its size and centred. Null for
 * anything else.
 */
export function frameOfDrawing(svg: string): MapFrame | null {
  const number = '(-?[\\d.]+)';
  const found = new RegExp(
    `^<svg [^>]*width="${number}" height="${number}" viewBox="${number} ${number} ${number} ${number}"`,
  ).exec(svg);
  const [width, height, x, z, across, down] = (found?.slice(1) ?? []).map(Number);
  if (!width || !height || x === undefined || z === undefined || !across || !down) return null;
  const scale = Math.min(width / across, height / down);
  return {
    width,
    height,
    scale,
    left: (width - scale * across) / 2 - scale * x,
    top: (height - scale * down) / 2 - scale * z,
  };
}
