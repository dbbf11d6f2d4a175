/** Digits as lines in a box of 4 × 6: pictures are drawn on machines without fonts, too. */
const digits = [
  'M0 0h4v6h-4z',
  'M.5 1l2-1v6',
  'M0 0h4v3h-4v3h4',
  'M0 0h4v6h-4M1 3h3',
  'M0 0v3.5h4M4 0v6',
  'M4 0h-4v3h4v3h-4',
  'M4 0h-4v6h4v-3h-4',
  'M0 0h4l-2.5 6',
  'M0 0h4v6h-4zM0 3h4',
  'M4 3h-4v-3h4v6h-4',
] as const;

const gap = 2;

/** A number on a disc of this radius around (x, y). */
export function numberOnDisc(number: number, x: number, y: number, radius: number): string {
  const text = String(number);
  const width = text.length * 4 + (text.length - 1) * gap;
  const scale = Math.round(((radius * 1.05) / Math.max(7.5, width)) * 100) / 100;
  const paths = [...text].map((digit, at) => {
    const shift = at * (4 + gap);
    const path = digits[Number(digit)] ?? '';
    return shift === 0 ? `<path d="${path}"/>` : `<path transform="translate(${shift})" d="${path}"/>`;
  });
  const left = Math.round((x - (width * scale) / 2) * 10) / 10;
  const top = Math.round((y - 3 * scale) * 10) / 10;
  return `<circle cx="${x}" cy="${y}" r="${radius}"/><g transform="translate(${left} ${top}) scale(${scale})">${paths.join('')}</g>`;
}
