import { dayMs } from '#lib/codes/durations.ts';
import { largestInteger, rowIdIn } from '#lib/codes/ids.ts';
import { routes } from '#routes/routes.ts';
import { cameraParameter, type SpaceView, spaceViewOf, usualOrbit } from './viewer/space/space-view.ts';

/** What a link to the viewer restores. */
export interface View {
  readonly replayIds: readonly number[];
  /** all start together, and their order is shown instead of curves; without replays, the best of the leaderboard */
  readonly isRace: boolean;
  /** time of the race */
  readonly timeMs: number;
  readonly speed: number;
  /** the camera of the scene; null: the map is shown */
  readonly space: SpaceView | null;
  /** the pack whose records are watched one after another */
  readonly packId: number | null;
  /** more replays were named than are shown together */
  readonly hasMore: boolean;
}

/** Replays that are shown together. */
export const maxRuns = 10;
export const maxRacers = 20;
/** As many are loaded at once; the bytes of the others are announced first. */
export const loadedAtOnce = 5;
export const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8] as const;
const usualSpeed = 1;

/** Reads `replays=1,2,3&t=12.34&speed=0.5`; invalid values count as missing. */
export function viewOf(query: URLSearchParams): View {
  const ids = query
    .getAll('replays')
    .flatMap((part) => part.split(','))
    .filter((text) => /^\d{1,10}$/.test(text))
    .map(Number)
    .filter((id) => id > 0 && id <= largestInteger);
  const named = [...new Set(ids)];
  const seconds = /^\d{1,5}(\.\d{1,3})?$/.exec(query.get('t') ?? '')?.[0];
  const isRace = query.get('race') === '1';
  const most = isRace ? maxRacers : maxRuns;
  const speed = speeds.find((each) => String(each) === query.get('speed'));
  return {
    isRace,
    replayIds: named.slice(0, most),
    hasMore: named.length > most,
    timeMs: Math.min(dayMs, Math.round(1000 * Number(seconds ?? 0))),
    speed: speed ?? usualSpeed,
    space: spaceViewOf(query),
    packId: isRace ? null : rowIdIn(query.get('pack') ?? undefined),
  };
}

/** The address of the viewer with some replays of a track, without default values. Two of them are a duel. */
export function viewAddress(
  trackId: number,
  {
    replayIds,
    isRace = false,
    timeMs = 0,
    speed = usualSpeed,
    space = null,
    packId = null,
  }: Partial<Omit<View, 'hasMore'>>,
  key: string | null,
): string {
  const parts: string[] = [];
  if (replayIds && replayIds.length > 0) parts.push(`replays=${replayIds.join(',')}`);
  if (isRace) parts.push('race=1');
  if (timeMs > 0) parts.push(`t=${Math.round(timeMs) / 1000}`);
  if (speed !== usualSpeed) parts.push(`speed=${speed}`);
  if (space !== null) parts.push(`camera=${cameraParameter(space)}`);
  if (packId !== null) parts.push(`pack=${packId}`);
  if (key !== null) parts.push(`key=${encodeURIComponent(key)}`);
  return `${routes.replayView(trackId)}${parts.length === 0 ? '' : `?${parts.join('&')}`}`;
}

/** The address of a race in three dimensions: of these replays, or without any, of the best of the leaderboard. */
export const raceAddress = (trackId: number, key: string | null, replayIds: readonly number[] = []): string =>
  viewAddress(trackId, { isRace: true, replayIds, space: { camera: 'chase', orbit: usualOrbit } }, key);
