import { formatRelative } from '#lib/format/relative.ts';

interface Props {
  at: Date;
  now: Date;
}

/** A moment in words, with the exact date for machines and for the pointer. */
export function When({ at, now }: Props) {
  const iso = at.toISOString();
  return (
    <time dateTime={iso} title={`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}>
      {formatRelative(at, now)}
    </time>
  );
}

/** A date of the wire: UTC without a zone. */
export const wireDate = (text: string) => new Date(`${text}Z`);
