import { chunks, rowsOf } from './by-ids.ts';
import { copyPacks, packList } from './packs.ts';
import type { Run } from './run.ts';
import { copyTracks, trackList } from './tracks.ts';
import { refreshProfiles, userList } from './users.ts';

/** Pauses before each retry, as multiples of the first pause of a repeated request. */
const pauses = [2, 10, 60];

/** How the rows of a kind are copied again. */
const copyAgain = {
  track: async (run: Run, ids: readonly number[]) => copyTracks(run, await rowsOf(run, trackList, ids), true),
  pack: async (run: Run, ids: readonly number[]) => copyPacks(run, await rowsOf(run, packList, ids)),
  user: async (run: Run, ids: readonly number[]) => refreshProfiles(run, await rowsOf(run, userList, ids)),
} as const;

/**
 * Copies the rows again whose files failed for a moment, up to three times. `left`: rows of an interrupted run, which are read again once.
 * What still fails stays postponed.
 */
export async function retryPostponed(
  run: Run,
  kind: keyof typeof copyAgain,
  left: readonly number[] = [],
): Promise<void> {
  for (const [round, firstPauses] of pauses.entries()) {
    const failed = takeOwners(run, kind);
    const ids = new Set([...failed, ...(round === 0 ? left : [])]);
    if (ids.size === 0) return;
    if (failed.size > 0) await run.pause(firstPauses);
    for (const some of chunks(ids)) await copyAgain[kind](run, some);
  }
}

/** Takes the rows of a kind off the postponed ones. */
function takeOwners({ postponed }: Run, kind: keyof typeof copyAgain): ReadonlySet<number> {
  const all = postponed.splice(0);
  postponed.push(...all.filter(({ owner }) => owner !== kind));
  return new Set(all.filter(({ owner }) => owner === kind).map(({ ownerId }) => ownerId));
}
