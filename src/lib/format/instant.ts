const dateShape = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?))?(Z|[+-]\d\d:\d\d)?$/i;

/** Parses a date of a form; without a zone it is UTC. An invalid text becomes an invalid Date. */
export function instantOf(text: string): Date {
  const [, day, time = '00:00', zone = 'Z'] = dateShape.exec(text.trim()) ?? [];
  return new Date(day ? `${day}T${time}${zone.toUpperCase()}` : Number.NaN);
}

/** The refusal of a date that is invalid or has passed. */
export const releaseDateMessage = 'The release date must be set in the future.';
