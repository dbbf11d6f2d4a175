import { countedScore, runOf } from '#features/replays/checks/checks.ts';
import type { ReplayFile } from '#features/replays/checks/replay-file.ts';
import { type ReplayFileRead, replayFile } from '#features/replays/checks/replay-file.ts';
import { gapBetween } from '#features/replays/gap.ts';
import { medalOf } from '#features/replays/medal.ts';
import { LIMITS } from '#lib/gbx/read/limits.ts';
import { readReplay } from '#lib/gbx/read/replay.ts';
import { replayFacts } from '#lib/gbx/read/replay-facts.ts';

/** The fields of GET /api/tracks from which the worth of a replay follows. */
export const trackFields =
  'TrackId,TrackName,UId,PrimaryType,AuthorTime,AuthorScore,Medals,WRReplay.ReplayId,WRReplay.ReplayTime,WRReplay.ReplayScore,WRReplay.IsSecret';

export interface FoundTrack {
  TrackId: number;
  TrackName: string;
  /** of its current file */
  UId: string;
  PrimaryType: number;
  AuthorTime: number;
  AuthorScore: number;
  /** null where the file has none */
  Medals: { Gold: number | null; Silver: number | null; Bronze: number | null };
  WRReplay: { ReplayId: number; ReplayTime: number; ReplayScore: number; IsSecret: boolean } | null;
}

/** The run in a dropped file, read in the browser by the rules of the server. */
export async function readDropped(file: File): Promise<ReplayFileRead> {
  if (file.size > LIMITS.replayFileBytes)
    return { ok: false, reason: 'This file is too large to be a replay.' };
  const read = readReplay(new Uint8Array(await file.arrayBuffer()));
  return read.ok ? replayFile(replayFacts(read.replay)) : { ok: false, reason: read.refusal.message };
}

/**
 * What the run would be worth on its track, in the terms of an analysis. On an older version it has no place, and its medal is only
 * known to the server.
 */
export function worthOf(file: ReplayFile, track: FoundTrack) {
  const { PrimaryType, WRReplay } = track;
  const run = runOf(PrimaryType, file);
  const own = {
    ReplayTime: run.timeMs,
    ReplayScore: countedScore(PrimaryType, run),
    ReplayRespawns: run.respawns,
    IsSecret: false,
  };
  const isOldVersion = track.UId !== file.uid;
  const record = WRReplay && {
    ReplayTime: WRReplay.ReplayTime,
    ReplayScore: WRReplay.ReplayScore,
    // on Platform the score of a record is its respawns
    ReplayRespawns: WRReplay.ReplayScore,
    IsSecret: WRReplay.IsSecret,
  };
  const medals = {
    primaryType: PrimaryType,
    authorTimeMs: track.AuthorTime,
    authorScore: track.AuthorScore,
    gold: track.Medals.Gold,
    silver: track.Medals.Silver,
    bronze: track.Medals.Bronze,
  };
  return {
    Track: { TrackId: track.TrackId, TrackName: track.TrackName, Type: PrimaryType },
    ReplayTime: run.timeMs,
    ReplayScore: own.ReplayScore,
    IsOldVersion: isOldVersion,
    Medal: isOldVersion ? null : medalOf(medals, run),
    Position: record || isOldVersion ? null : 0,
    Difference: record && !isOldVersion ? (gapBetween(PrimaryType, record, own)?.behind ?? null) : null,
  };
}
