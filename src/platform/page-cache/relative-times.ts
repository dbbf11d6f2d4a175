import { relativeChangesAt } from '#lib/format/relative.ts';

/** Only `<time>` has this attribute in our pages. Islands and parts are sent without the quotes that it does not require. */
const times = /\sdatetime=(?:"([^"]+)"|([^\s">]+))/gi;

/** When one of the relative times in a page changes, in milliseconds. */
export function textsChangeAt(html: string, now: Date): number {
  const changes = [...html.matchAll(times)].map(([, quoted, bare = '']) =>
    relativeChangesAt(new Date(quoted ?? bare), now).getTime(),
  );
  return Math.min(...changes.filter((at) => !Number.isNaN(at)));
}
