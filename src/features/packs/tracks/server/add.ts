import { sql } from 'kysely';
import { isModerator } from '#lib/codes/level.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import type { TxCtx } from '#platform/context.ts';
import { submissionRefusal } from '../../submission.ts';
import type { AddedTrack, TracksAdded } from '../entries.ts';
import type { Managed } from '../forms.ts';
import { mayPerform } from '../states.ts';
import type { TrackRef } from '../track-refs.ts';
import { insertEntries, trackName } from './entries.ts';
import type { Pack } from './pack-facts.ts';
import { completeStep, type PackTrackReactions, type Step } from './step.ts';

interface Found {
  readonly track_id: number;
  readonly uids: string[];
  readonly name: string;
  readonly is_beta: boolean;
  /** its status in the pack */
  readonly status: PackTrackStatus | null;
}

/** Adds tracks to a locked pack that the viewer manages: approved, after the last one. Each line has a result of its own. */
export async function addTracks(
  tx: TxCtx,
  pack: Pack,
  { tracks, Reason: reason }: Extract<Managed, { act: 'add' }>,
  reactions: PackTrackReactions,
): Promise<TracksAdded> {
  const found = await findTracks(tx, pack.packId, tracks);
  const added: Found[] = [];
  const Results = tracks.map((ref): AddedTrack => {
    const result = { Input: ref.input, TrackId: null, TrackName: null };
    const unreadable = problemOf(ref, [tx.site.host, ...tx.site.aliases]);
    if (unreadable !== null) return { ...result, Problem: unreadable };
    const track = found.find((one) => isNamed(one, ref));
    if (!track) return { ...result, Problem: 'This track was not found.' };
    const named = { ...result, TrackId: track.track_id, TrackName: trackName(track.track_id, track.name) };
    const status = added.includes(track) ? PackTrackStatus.approved : track.status;
    const verdict = mayPerform('manager', 'add', status);
    if (!verdict.ok) return { ...named, Problem: verdict.reason };
    const refusal = submissionRefusal(
      { ...pack, tracks: pack.tracks + added.length },
      { isBeta: track.is_beta },
    );
    if (refusal === null) added.push(track);
    return { ...named, Problem: refusal };
  });
  const [first] = added;
  if (!first) return { Revision: pack.revision, Results };
  const trackIds = added.map(({ track_id }) => track_id);
  await insertEntries(tx, pack.packId, trackIds, {
    status: PackTrackStatus.approved,
    position: pack.lastPosition + 1,
    addedBy: tx.viewer.userId,
    addedAt: tx.clock.now(),
  });
  const step: Step = {
    text:
      added.length > 1 ? `Added ${added.length} tracks` : `Added “${trackName(first.track_id, first.name)}”`,
    reversal: { kind: 'delete', trackIds },
    changed: 'set',
    approves: true,
  };
  return { Revision: await completeStep(tx, pack, step, { reason, reactions }), Results };
}

function problemOf({ ref }: TrackRef, hosts: readonly string[]): string | null {
  if (ref === null) return 'This isn’t a track’s ID, UId or address.';
  if ('host' in ref && ref.host !== null && !hosts.includes(ref.host.toLowerCase())) {
    return 'This address belongs to another site.';
  }
  return null;
}

const isNamed = ({ track_id, uids }: Found, { ref }: TrackRef): boolean =>
  ref !== null && ('uid' in ref ? uids.includes(ref.uid) : ref.trackId === track_id);

/** The named tracks that the viewer may see, with their status in the pack. A UId may be that of an older version. */
async function findTracks(tx: TxCtx, packId: number, refs: readonly TrackRef[]): Promise<Found[]> {
  const ids = refs.flatMap(({ ref }) => (ref && 'trackId' in ref ? ref.trackId : []));
  const uids = refs.flatMap(({ ref }) => (ref && 'uid' in ref ? ref.uid : []));
  const site = sql.lit(tx.site.code);
  const { rows } = await sql<Found>`
    with named as (
      select n.track_id, null as uid from unnest(${ids}::integer[]) n (track_id)
      union all
      select v.track_id, v.uid from track_version v where v.site = ${site} and v.uid = any(${uids}::text[])
    ), wanted as materialized (
      select track_id, coalesce(array_agg(uid) filter (where uid is not null), '{}') as uids from named group by track_id
    )
    select t.track_id, w.uids, t.name, t.is_beta, x.status
    from wanted w
    join track t on t.site = ${site} and t.track_id = w.track_id
    left join pack_track x on x.site = ${site} and x.pack_id = ${packId} and x.track_id = t.track_id
    where t.deleted_at is null and case when t.is_public and t.is_listed then true
      else ${isModerator(tx.viewer)}::boolean or exists (select from track_author own
        where own.site = ${site} and own.track_id = t.track_id and own.user_id = ${tx.viewer.userId}) end`.execute(
    tx.db,
  );
  return rows;
}
