import { formatBytes } from '#lib/format/bytes.ts';
import type { Progress, ZipResult } from './zip-job.ts';
import type { ZipKind } from './zip-source.ts';

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

export const unitOf = (kind: ZipKind) => (kind === 'replays' ? 'replay' : 'track');
export const counted = (number: number, kind: ZipKind) => count(number, unitOf(kind));

/** `12 of 40 tracks · 3.1 MiB · about 2 minutes left` */
export function progressText({ done, total, bytes, remainingMs }: Progress, kind: ZipKind): string {
  const parts = [`${done.toLocaleString('en')} of ${counted(total, kind)}`, formatBytes(bytes)];
  if (remainingMs !== null && done < total) parts.push(`about ${timeText(remainingMs)} left`);
  return parts.join(' · ');
}

function timeText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return count(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? count(minutes, 'minute') : count(Math.round(minutes / 60), 'hour');
}

/** What the zips contain, and what is missing. */
export function resultText(result: ZipResult, kind: ZipKind): string[] {
  const { files, bytes, zips, failed, isCancelled } = result;
  if (isCancelled && zips === 0) return ['Nothing was saved.'];
  const saved = `${counted(files, kind)}, ${formatBytes(bytes)}${zips > 1 ? `, in ${zips} zips` : ''}.`;
  if (isCancelled)
    return [`The zip contains what had arrived: ${saved}`, 'Its file failed.txt lists the rest.'];
  if (failed.length === 0) return [saved];
  const missing =
    failed.length === 1 ? '1 file is missing' : `${failed.length.toLocaleString('en')} files are missing`;
  return [saved, `${missing}; failed.txt in the zip says why.`];
}
