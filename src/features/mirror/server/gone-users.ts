import { forSite } from '#db/for-site.ts';
import { replayList } from './replays.ts';
import type { Run } from './run.ts';
import { note, seenOf } from './state.ts';
import { trackList } from './tracks.ts';
import { userList } from './users.ts';
import { fewRows, mostLost } from './vanished.ts';

const idsAtOnce = 100;

/** Closes the accounts of copied users whom the source does not list any more. Those who came back there are still listed. */
export async function closeGone(run: Run, ids: readonly number[]): Promise<void> {
  const { ctx, pass, source, counts, reactions } = run;
  const { origin } = pass;
  const { rows } = await source.page(userList, { id: ids.join(','), count: ids.length });
  const listed = new Set(rows.map(({ UserId }) => UserId));
  for (const [id, known] of await seenOf(ctx, pass, 'user', ids)) {
    if (listed.has(id) || known.state !== 'copied' || known.localId === null) continue;
    // who leaves chooses whether tracks and replays stay
    const tracks = await source.page(trackList, { authoruserid: id, count: 1 });
    const keepsTracks =
      tracks.rows.length > 0 || (await source.page(replayList, { userid: id, count: 1 })).rows.length > 0;
    await reactions.onUserGone(ctx, known.localId, { keepsTracks, origin });
    await note(ctx, pass, 'user', id, { ...known, state: 'gone' });
    counts.user.deleted += 1;
  }
}

/**
 * Closes those whom a source does not list, of all that were copied; `listed`: everybody whom it lists. Returns a sentence if there are
 * too many of them to be believed.
 */
export async function closeUnlisted(run: Run, listed: ReadonlySet<number>): Promise<string | null> {
  const { ctx, pass } = run;
  const copied = await forSite(ctx, 'mirrored')
    .where('mirror_id', '=', pass.mirrorId)
    .where('kind', '=', 'user')
    .where('state', '=', 'copied')
    .orderBy('source_id')
    .select('source_id')
    .execute();
  const gone = copied.map(({ source_id }) => source_id).filter((id) => !listed.has(id));
  if (gone.length > fewRows && gone.length > copied.length * mostLost)
    return `${gone.length} of ${copied.length} copied users are no longer at the source. None was closed here.`;
  for (let at = 0; at < gone.length; at += idsAtOnce) await closeGone(run, gone.slice(at, at + idsAtOnce));
  return null;
}
