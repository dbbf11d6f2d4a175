/** Ids of users by name; null: no user of the edition has this name. */
export type KnownUsers = Map<string, number | null>;

/** The names of one request, together, encoded: an address of a few kilobytes passes every proxy. */
const maxEncodedLength = 3000;
/** As many as the server looks up for one request. */
const maxNames = 100;

/** The names that are not known yet, as many as one request may contain. */
export function namesToLookUp(
  names: readonly string[],
  known: ReadonlyMap<string, number | null>,
): readonly string[] {
  const next: string[] = [];
  let length = 0;
  for (const name of names) {
    if (known.has(name)) continue;
    length += encodeURIComponent(name).length;
    if (next.length === maxNames || (next.length > 0 && length > maxEncodedLength)) break;
    next.push(name);
  }
  return next;
}

/** The known users among these names; `before` itself if they are the same, so that nothing is rendered again. */
export function foundUsers(
  names: readonly string[],
  known: ReadonlyMap<string, number | null>,
  before: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const name of names) {
    const userId = known.get(name);
    if (userId != null) found.set(name, userId);
  }
  const isSame = found.size === before.size && [...found].every(([name, id]) => before.get(name) === id);
  return isSame ? before : found;
}
