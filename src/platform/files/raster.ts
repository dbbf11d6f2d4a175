import sharp from 'sharp';

const maxPixels = 4096 * 4096;

/** Renders one of our own drawings as a PNG of this width, for clients that cannot show SVG. Never used for uploads. */
export function rasterOfDrawing(svg: string, width: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { limitInputPixels: maxPixels, density: 144 })
    .timeout({ seconds: 10 })
    .resize({ width })
    .flatten({ background: '#ffffff' })
    .png({ palette: true, effort: 4 })
    .toBuffer();
}
