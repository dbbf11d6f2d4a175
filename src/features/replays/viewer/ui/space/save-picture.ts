/** What stands below a picture. */
export interface Caption {
  readonly track: string;
  readonly time: string;
}

const bar = 0.06;

/** Paints what is shown at the moment: the scene, the names over it, and a line that says what it is. */
export function composed(layers: readonly HTMLCanvasElement[], { track, time }: Caption): HTMLCanvasElement {
  const [drawn] = layers;
  const canvas = document.createElement('canvas');
  const [width, height] = [drawn?.width ?? 1, drawn?.height ?? 1];
  canvas.width = width;
  canvas.height = height;
  const paint = canvas.getContext('2d');
  if (!paint) return canvas;
  for (const layer of layers) paint.drawImage(layer, 0, 0, width, height);
  const tall = Math.max(24, Math.round(height * bar));
  paint.fillStyle = 'rgb(10 14 20 / 60%)';
  paint.fillRect(0, height - tall, width, tall);
  paint.fillStyle = '#ffffff';
  paint.textBaseline = 'middle';
  paint.font = `600 ${Math.round(tall * 0.5)}px ${getComputedStyle(document.body).fontFamily}`;
  const middle = height - tall / 2;
  const timeWidth = paint.measureText(time).width;
  paint.fillText(track, tall / 2, middle, width - timeWidth - 1.5 * tall);
  paint.textAlign = 'end';
  paint.fillText(time, width - tall / 2, middle);
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
