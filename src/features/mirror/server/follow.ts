import { chunks, incomplete, rowsOf } from './by-ids.ts';
import { closeGone } from './gone-users.ts';
import { copyPacks, packList } from './packs.ts';
import { retryPostponed } from './retry.ts';
import type { Run } from './run.ts';
import { copyTracks, trackList } from './tracks.ts';
import { refreshUsers } from './users.ts';
import { deleteGone } from './vanished.ts';

/** What has changed at a source that keeps a log of its changes. */
interface Changed {
  readonly tracks: ReadonlySet<number>;
  readonly packs: ReadonlySet<number>;
  readonly hasUsers: boolean;
  /** users who left, or whom the source hides */
  readonly usersGone: ReadonlySet<number>;
}

/**
 * Copies what the source's log names since the last complete pass, and deletes what it has deleted. Returns sentences for the operator;
 * null: the log does not reach back so far, so the lists have to be read again.
 */
export async function followChanges(run: Run, since: number): Promise<string[] | null> {
  const changed = await changedSince(run, since);
  if (!changed) return null;
  // what could not be read completely is not in the log
  const tracks = new Set([...changed.tracks, ...(await incomplete(run, 'track'))]);
  const packs = new Set([...changed.packs, ...(await incomplete(run, 'pack'))]);
  const warnings: string[] = [];
  const gone = { track: [] as number[], pack: [] as number[] };
  // first, so that what is hidden or shown with a user does not count as deleted or new
  if (changed.hasUsers) await refreshUsers(run);
  for (const ids of chunks(changed.usersGone)) await closeGone(run, ids);
  for (const ids of chunks(tracks)) {
    const rows = await rowsOf(run, trackList, ids);
    // a comment that was edited changes nothing in the row of its track
    await copyTracks(run, rows, true);
    gone.track.push(...without(ids, new Set(rows.map(({ TrackId }) => TrackId))));
  }
  await retryPostponed(run, 'track');
  for (const ids of chunks(packs)) {
    const rows = await rowsOf(run, packList, ids);
    await copyPacks(run, rows);
    gone.pack.push(...without(ids, new Set(rows.map(({ PackId }) => PackId))));
  }
  await retryPostponed(run, 'pack');
  await retryPostponed(run, 'user');
  for (const kind of ['track', 'pack'] as const) {
    const warning = await deleteGone(run, kind, gone[kind]);
    if (warning !== null) warnings.push(warning);
  }
  return warnings;
}

async function changedSince({ source }: Run, since: number): Promise<Changed | null> {
  const tracks = new Set<number>();
  const packs = new Set<number>();
  const usersGone = new Set<number>();
  let hasUsers = false;
  for (let from = since; ; ) {
    const page = await source.changes(from);
    if (page === 'too old') return null;
    for (const { Kind, Id, ParentId, Act } of page.Results) {
      if (Kind === 'track') tracks.add(Id);
      else if (Kind === 'replay' || Kind === 'comment' || Kind === 'award') tracks.add(ParentId ?? 0);
      else if (Kind === 'pack') packs.add(Id);
      else if (Kind === 'packentry') packs.add(ParentId ?? 0);
      else if (Kind === 'user') {
        hasUsers = true;
        if (Act === 'deleted') usersGone.add(Id);
      }
    }
    if (!page.More || page.Last <= from) return { tracks, packs, hasUsers, usersGone };
    from = page.Last;
  }
}

const without = (ids: readonly number[], there: ReadonlySet<number>) => ids.filter((id) => !there.has(id));
