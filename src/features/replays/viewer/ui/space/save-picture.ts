import type { Caption, CaptionLine } from '../../space/caption.ts';

const bar = 0.06;
const overlay = 'rgb(10 14 20 / 60%)';

/**
 * Paints what is shown at the moment onto a canvas of any size: the scene, the names over it, who drives with which gap, and a line
 * that says what it is. `colours`: of the runs.
 */
export function compose(
  canvas: HTMLCanvasElement,
  layers: readonly HTMLCanvasElement[],
  caption: Caption,
  colours: readonly string[],
): void {
  const paint = canvas.getContext('2d');
  if (!paint) return;
  const { width, height } = canvas;
  for (const layer of layers) {
    // covers the canvas, undistorted even if the window has changed its shape
    const scale = Math.max(width / Math.max(1, layer.width), height / Math.max(1, layer.height));
    const [wide, high] = [layer.width * scale, layer.height * scale];
    paint.drawImage(layer, (width - wide) / 2, (height - high) / 2, wide, high);
  }
  const tall = Math.max(24, Math.round(height * bar));
  const fontOf = (size: number) => `600 ${Math.round(size)}px ${getComputedStyle(document.body).fontFamily}`;
  paint.fillStyle = overlay;
  paint.fillRect(0, height - tall, width, tall);
  paint.fillStyle = '#ffffff';
  paint.textBaseline = 'middle';
  paint.textAlign = 'start';
  paint.font = fontOf(tall * 0.5);
  const middle = height - tall / 2;
  const timeWidth = paint.measureText(caption.time).width;
  paint.fillText(caption.track, tall / 2, middle, width - timeWidth - 1.5 * tall);
  paint.textAlign = 'end';
  paint.fillText(caption.time, width - tall / 2, middle);
  if (caption.lines.length < 2) return; // the name of a single driver is over the car
  paint.font = fontOf(tall * 0.45);
  paintLines(paint, caption.lines, colours, tall * 0.75, width * 0.45);
}

/** The drivers in the corner, one below the other. */
function paintLines(
  paint: CanvasRenderingContext2D,
  lines: readonly CaptionLine[],
  colours: readonly string[],
  tall: number,
  widest: number,
): void {
  const gapWidth = Math.max(...lines.map(({ gap }) => paint.measureText(gap).width));
  const nameWidth = Math.max(...lines.map(({ driver }) => paint.measureText(driver).width));
  const width = Math.min(widest, nameWidth + gapWidth + 2.2 * tall);
  const margin = tall / 2;
  paint.fillStyle = overlay;
  paint.fillRect(margin, margin, width, lines.length * tall);
  for (const [at, { number, driver, gap }] of lines.entries()) {
    const middle = margin + (at + 0.5) * tall;
    paint.fillStyle = colours[number] ?? '#888';
    paint.fillRect(margin, middle - tall / 2, tall * 0.25, tall);
    paint.fillStyle = '#ffffff';
    paint.textAlign = 'start';
    paint.fillText(driver, margin + tall * 0.6, middle, Math.max(1, width - gapWidth - 1.6 * tall));
    paint.textAlign = 'end';
    paint.fillText(gap, margin + width - tall * 0.4, middle);
  }
}

/** The same on a canvas of its own, in the size of the scene. */
export function composed(
  layers: readonly HTMLCanvasElement[],
  caption: Caption,
  colours: readonly string[],
): HTMLCanvasElement {
  const [drawn] = layers;
  const canvas = document.createElement('canvas');
  canvas.width = drawn?.width ?? 1;
  canvas.height = drawn?.height ?? 1;
  compose(canvas, layers, caption, colours);
  return canvas;
}

/** Saves bytes as a file of the reader. */
export function save(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
