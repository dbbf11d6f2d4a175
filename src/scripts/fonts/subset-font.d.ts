declare module 'subset-font' {
  /** The typeface with these characters only; an axis with one value is removed. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype';
      keepFeatures?: readonly string[];
      preserveNameIds?: readonly number[];
      variationAxes: Readonly<Record<string, number | { min: number; max: number; default: number }>>;
    },
  ): Promise<Buffer>;
}
