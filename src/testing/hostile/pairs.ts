/** All pairs of two lists, joined. */
export const pairs = (
  left: readonly string[],
  right: readonly string[],
  join: (a: string, b: string) => string,
): string[] => left.flatMap((a) => right.map((b) => join(a, b)));

/** A host that cannot exist, because the name is reserved. */
export const elsewhere = 'elsewhere.example';
