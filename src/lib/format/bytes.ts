import { NOT_AVAILABLE } from './count.ts';

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'];

/** A file size: `512 B`, `1.5 KiB`, `256 KiB`, `2 MiB`; one decimal under 10, none above. None → `N/A`. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !(bytes >= 0)) return NOT_AVAILABLE;
  if (bytes < 1024) return `${bytes} B`;
  let value = bytes / 1024;
  let step = 0;
  while (value >= 1023.5 && step < UNITS.length - 1) {
    value /= 1024;
    step += 1;
  }
  const shown = value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0);
  return `${shown} ${UNITS[step]}`;
}
