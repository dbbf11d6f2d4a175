import sharp from 'sharp';

const mostPixels = 4096 * 4096;

/** A drawing of ours as PNG of this width, for those who cannot show SVG. Never given what people upload. */
export function rasterOfDrawing(svg: string, width: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { limitInputPixels: mostPixels, density: 144 })
    .timeout({ seconds: 10 })
    .resize({ width })
    .flatten({ background: '#ffffff' })
    .png({ palette: true, effort: 4 })
    .toBuffer();
}
