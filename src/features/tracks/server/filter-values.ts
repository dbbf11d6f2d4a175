import { invalidValue, separate } from '#platform/lists/params.ts';
import { type Parse, parser } from '#platform/lists/values.ts';

const maxUidLength = 60;

/** UIds of maps: letters, digits, underscores. */
export const uidList: Parse<string[]> = parser(
  { type: 'array', items: { type: 'string' } },
  (name, values) => {
    const given = separate(values);
    if (given.some((uid) => uid.includes('\0'))) throw invalidValue(name, 'a UId has no null characters');
    if (given.some((uid) => uid.length > maxUidLength))
      throw invalidValue(name, `a UId has at most ${maxUidLength} characters`);
    return given.length === 0 ? undefined : given;
  },
);
