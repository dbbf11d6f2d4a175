import { relativeChangesAt } from '#lib/format/relative.ts';

/** Only `<time>` has this attribute in our pages. */
const times = /\sdatetime="([^"]+)"/g;

/** When one of the relative times in a page changes, in milliseconds. */
export function textsChangeAt(html: string, now: Date): number {
  const changes = [...html.matchAll(times)].map(([, at = '']) =>
    relativeChangesAt(new Date(at), now).getTime(),
  );
  return Math.min(...changes.filter((at) => !Number.isNaN(at)));
}
