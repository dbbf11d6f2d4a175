/** Widths of Arial, which all metric-compatible fonts share, in thousandths of an em: ' ', then a to z, then A to Z. */
const regular = [
  278, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278,
  556, 500, 722, 500, 500, 500, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
  667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611,
];
const bold = [
  278, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333,
  611, 556, 778, 556, 556, 500, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
  667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611,
];
const letters = ' abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digit = 556;

/** The width of a text of letters, digits and spaces in Arial of size 1. */
export function arialWidth(text: string, isBold: boolean): number {
  const widths = isBold ? bold : regular;
  return [...text].reduce((sum, letter) => sum + (widths[letters.indexOf(letter)] ?? digit), 0) / 1000;
}
