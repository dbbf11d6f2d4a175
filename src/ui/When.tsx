import { formatRelative } from '#lib/format/relative.ts';

interface Props {
  at: Date;
  now: Date;
}

/** A relative time, with the exact date as tooltip and for machines. */
export function When({ at, now }: Props) {
  const iso = at.toISOString();
  return (
    <time dateTime={iso} title={`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}>
      {formatRelative(at, now)}
    </time>
  );
}

/** A date of the API: UTC without a zone. */
export const wireDate = (text: string) => new Date(`${text}Z`);
