import { platformType, stuntsType } from '#lib/codes/track.ts';
import { formatTime } from '#lib/format/time.ts';

/** Time that a respawn costs on Platform tracks where results are compared as one number. */
export const respawnPenaltyMs = 10_000;

/** How far a result is behind another. */
export interface Gap {
  /** milliseconds, on Platform with the penalty of each respawn; points on Stunts */
  readonly behind: number;
  /** on Platform: how many respawns more; elsewhere 0 */
  readonly respawns: number;
}

/** A result as in rows of the API. */
export interface WireResult {
  readonly ReplayTime: number;
  readonly ReplayScore: number;
  readonly ReplayRespawns: number;
  readonly IsSecret: boolean;
}

/** A result in the unit of the track's medals: a time, respawns or points. */
export function ownResult(replay: WireResult & { readonly Track: { readonly Type: number } }): number {
  if (replay.Track.Type === platformType) return replay.ReplayRespawns;
  return replay.Track.Type === stuntsType ? replay.ReplayScore : replay.ReplayTime;
}

/** The gap between two results of one track; null if one is hidden, because the gap would reveal it. */
export function gapBetween(primaryType: number, ahead: WireResult, own: WireResult): Gap | null {
  if (ahead.IsSecret || own.IsSecret) return null;
  if (primaryType === stuntsType) return { behind: ahead.ReplayScore - own.ReplayScore, respawns: 0 };
  const behind = own.ReplayTime - ahead.ReplayTime;
  if (primaryType !== platformType) return { behind, respawns: 0 };
  const respawns = own.ReplayRespawns - ahead.ReplayRespawns;
  return { behind: behind + respawns * respawnPenaltyMs, respawns };
}

/** A gap as a text: `+00:01.20`, `−150 pts`, `+2 respawns`. Hidden or none: empty. */
export function formatGap(primaryType: number, gap: Gap | null): string {
  if (!gap) return '';
  if (primaryType === stuntsType) return gap.behind === 0 ? '0 pts' : `−${gap.behind} pts`;
  if (gap.respawns > 0) return `+${gap.respawns} ${gap.respawns === 1 ? 'respawn' : 'respawns'}`;
  return `+${shortTime(gap.behind)}`;
}

/** A lead as words: `0.42 s`, `150 points`, `2 respawns`. */
export function formatLead(primaryType: number, { behind, respawns }: Gap): string {
  if (primaryType === stuntsType) return behind === 1 ? '1 point' : `${behind} points`;
  if (respawns > 0) return respawns === 1 ? '1 respawn' : `${respawns} respawns`;
  const time = shortTime(behind);
  return time.includes(':') ? time : `${time} s`;
}

/** What a record gained on the one before, which is behind it by `gap`: `−0.42`, `+150 pts`. */
export const formatGain = (primaryType: number, gap: Gap | null): string =>
  formatGap(primaryType, gap).replace(/^[+−]/, (sign) => (sign === '+' ? '−' : '+'));

/** Gaps are small: `0.42` and `12.30` rather than `00:00.42`. */
const shortTime = (ms: number) => formatTime(ms).replace(/^00:0?/, '');
