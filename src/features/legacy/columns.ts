import type { ReplayRow } from '#features/replays/list/fields.ts';
import type { TrackRowOf } from '#features/tracks/list/fields.ts';
import { environmentById } from '#lib/codes/environment.ts';
import { difficulties, moods, primaryTypes, replayTypes, routeKinds, stuntsType } from '#lib/codes/track.ts';
import { toLegacyDate } from '#lib/format/dates.ts';
import { lengthLabel } from '#lib/format/length.ts';
import type { Site } from '#sites/schema.ts';
import type { Cell } from './text.ts';

const usualFields = [
  'TrackId',
  'TrackName',
  'Uploader.UserId',
  'Uploader.Name',
  'UploadedAt',
  'UpdatedAt',
  'PrimaryType',
  'Environment',
  'Mood',
  'Style',
  'Routes',
  'AuthorTime',
  'Difficulty',
  'ReplayType',
  'TrackValue',
  'Awards',
  'Comments',
] as const;
export const infoFields = [...usualFields, 'IsPublic', 'AuthorComments'] as const;
export const searchFields = [...usualFields, 'HasScreenshot', 'WRReplay.ReplayId'] as const;
export const recordFields = [
  'ReplayId',
  'User.UserId',
  'User.Name',
  'ReplayTime',
  'ReplayScore',
  'ReplayAt',
  'TrackAt',
  'Track.Type',
  'Validated',
  'Score',
] as const;

type Edition = Pick<Site, 'label' | 'tags'>;
type Usual = TrackRowOf<(typeof usualFields)[number]>;

/** The points of Classic and Nadeo tracks: clients show names instead of these two numbers. */
const classicRating = 0;
const nadeoRating = 50_000;

function rating({ ReplayType, TrackValue }: Usual): number {
  const type = replayTypes[ReplayType];
  if (type === 'Classic') return classicRating;
  return type === 'Nadeo' ? nadeoRating : TrackValue;
}

const date = (instant: string) => toLegacyDate(new Date(`${instant}Z`));

/** The names of a track's properties. */
const namesOf = (site: Edition, track: Usual) => ({
  type: primaryTypes[track.PrimaryType] ?? '',
  environment: environmentById(track.Environment)?.name ?? '',
  mood: moods[track.Mood] ?? '',
  style: site.tags.find(({ id }) => id === track.Style)?.name ?? '',
  routes: routeKinds[track.Routes] ?? '',
  length: lengthLabel(track.AuthorTime),
  difficulty: difficulties[track.Difficulty] ?? '',
});

/** The cells of `apitrackinfo`. The last one ends in a tag that clients cut off. */
export function infoCells(site: Edition, track: TrackRowOf<(typeof infoFields)[number]>): Cell[] {
  const { type, environment, mood, style, routes, length, difficulty } = namesOf(site, track);
  const { TrackId, TrackName, Uploader, UploadedAt, UpdatedAt, IsPublic } = track;
  return [
    ...[TrackId, TrackName, Uploader.UserId, Uploader.Name, date(UploadedAt), date(UpdatedAt), IsPublic],
    ...[type, environment, mood, style, routes, length, difficulty, rating(track), site.label],
    ...[track.AuthorComments, track.Comments, `${track.Awards}<BR>`],
  ];
}

/** No client reads these cells, but the following ones need their positions. */
const unusedCells: readonly Cell[] = ['', '', '', '', ''];

/** The cells of `apisearch` and `apirecent`. */
export function searchCells(site: Edition, track: TrackRowOf<(typeof searchFields)[number]>): Cell[] {
  const { type, environment, mood, style, routes, length, difficulty } = namesOf(site, track);
  const { TrackId, TrackName, Uploader, Awards, Comments, HasScreenshot, WRReplay } = track;
  return [
    ...[TrackId, TrackName, Uploader.UserId, Uploader.Name],
    ...[type, environment, mood, style, routes, length, difficulty, rating(track)],
    ...[Awards, Comments, HasScreenshot, site.label, WRReplay?.ReplayId ?? 0],
    ...[...unusedCells, date(track.UploadedAt), date(track.UpdatedAt)],
  ];
}

type RecordRow = Pick<
  ReplayRow,
  'ReplayId' | 'User' | 'ReplayTime' | 'ReplayScore' | 'ReplayAt' | 'TrackAt' | 'Validated' | 'Score'
> & { Track: Pick<ReplayRow['Track'], 'Type'> };

/** The cells of `apitrackrecords`: a time in milliseconds, on Stunts points. Replays neither expire nor are locked. */
export const recordCells = (replay: RecordRow): Cell[] => [
  ...[replay.ReplayId, replay.User.UserId, replay.User.Name],
  replay.Track.Type === stuntsType ? replay.ReplayScore : replay.ReplayTime,
  ...[date(replay.ReplayAt), date(replay.TrackAt), replay.Validated, replay.Score ?? 0, '', 0],
];
