/** Classes of names by `Tint`: 1 supporters, 2 the crew. */
const tints = ['', 'sup', 'mod'];

/** The classes of a name with this look and tint. */
export const nameClass = (look: string, tint: number | undefined): string =>
  tints[tint ?? 0] ? `${look} ${tints[tint ?? 0]}` : look;
