import { formatRelative } from '#lib/format/relative.ts';

interface Props {
  at: Date;
  now: Date;
}

/** A relative time, with the exact one for machines; live/hovered.ts makes a tooltip of it. */
export function When({ at, now }: Props) {
  return <time dateTime={`${at.toISOString().slice(0, 19)}Z`}>{formatRelative(at, now)}</time>;
}

/** A date of the API: UTC without a zone. */
export const wireDate = (text: string) => new Date(`${text}Z`);
