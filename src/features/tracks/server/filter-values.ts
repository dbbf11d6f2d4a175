import { invalidValue, separate } from '#platform/lists/params.ts';
import { type Parse, parser } from '#platform/lists/values.ts';

const longestUid = 60;

/** UIds of maps: letters, digits, underscores. */
export const uidList: Parse<string[]> = parser(
  { type: 'array', items: { type: 'string' } },
  (name, values) => {
    const given = separate(values);
    if (given.some((uid) => uid.includes('\0'))) throw invalidValue(name, 'a UId has no null characters');
    if (given.some((uid) => uid.length > longestUid))
      throw invalidValue(name, `a UId has at most ${longestUid} characters`);
    return given.length === 0 ? undefined : given;
  },
);
