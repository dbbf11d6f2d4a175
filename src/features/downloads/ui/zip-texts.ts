import { formatBytes } from '#lib/format/bytes.ts';
import { formatWhole } from '#lib/format/count.ts';
import type { Progress, ZipResult } from './zip-job.ts';
import type { ZipKind } from './zip-source.ts';

const count = (number: number, one: string, many = `${one}s`) =>
  `${formatWhole(number)} ${number === 1 ? one : many}`;

export const unitOf = (kind: ZipKind) => (kind === 'replays' ? 'replay' : 'track');
export const counted = (number: number, kind: ZipKind) => count(number, unitOf(kind));

/** `12 of 40 tracks · 3.1 MiB · about 2 minutes left` */
export function progressText({ done, total, bytes, remainingMs }: Progress, kind: ZipKind): string {
  const parts = [`${formatWhole(done)} of ${counted(total, kind)}`, formatBytes(bytes)];
  if (remainingMs !== null && done < total) parts.push(`about ${timeText(remainingMs)} left`);
  return parts.join(' · ');
}

function timeText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return count(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? count(minutes, 'minute') : count(Math.round(minutes / 60), 'hour');
}

/** How a download ended: it succeeded only if nothing is missing. */
export function resultTitle({ files, failed, isCancelled }: ZipResult, kind: ZipKind): string {
  if (isCancelled) return 'Cancelled.';
  if (failed.length === 0) return 'Download successful!';
  if (files === 0) return `Error: no ${unitOf(kind)} could be downloaded.`;
  const all = files + failed.length;
  return `${formatWhole(files)} of ${counted(all, kind)} downloaded.`;
}

export const resultTone = ({ files, failed, isCancelled }: ZipResult): 'ok' | 'warn' | 'bad' => {
  if (!isCancelled && failed.length > 0 && files === 0) return 'bad';
  return isCancelled || failed.length > 0 ? 'warn' : 'ok';
};

/** What the zips contain, and what is missing. */
export function resultText(result: ZipResult, kind: ZipKind): string[] {
  const { files, bytes, zips, failed, isCancelled } = result;
  if (isCancelled && zips === 0) return ['Nothing was saved.'];
  const saved = `${counted(files, kind)}, ${formatBytes(bytes)}${zips > 1 ? `, in ${zips} zips` : ''}.`;
  if (isCancelled) return [`The zip has what arrived: ${saved}`, 'See failed.txt for the rest.'];
  if (failed.length === 0) return [saved];
  const missing =
    failed.length === 1 ? '1 file is missing' : `${formatWhole(failed.length)} files are missing`;
  const why = `${missing}; failed.txt in the zip says why.`;
  return files === 0 ? [why] : [saved, why];
}
