import type { PublishedTrack } from '../file/analysis.ts';

type Outcome = Pick<PublishedTrack, 'IsWaiting' | 'IsPublic' | 'IsListed' | 'ReleaseDate'>;

/** A moment with its hour, in UTC. @example `26 Nov 2026, 14:00 UTC` */
export const exactMoment = (at: Date): string => `${moment.format(at)} UTC`;

const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** What became of an uploaded track, after its name. Who can see it follows from its settings, which need not be "everyone". */
export function publishedText({ IsWaiting, IsPublic, IsListed, ReleaseDate }: Outcome): string {
  if (IsWaiting) return 'is waiting for a moderator’s approval';
  if (IsPublic)
    return IsListed ? 'is published' : 'is unlisted: only people with its secret link can open it';
  const until = IsListed ? 'everyone' : 'anyone with its secret link';
  return ReleaseDate === null
    ? 'is hidden: only its authors and moderators can see it'
    : `is hidden until ${exactMoment(new Date(`${ReleaseDate}Z`))}, when ${until} can see it`;
}

/** The label of the same. */
export function publishedLabel({ IsWaiting, IsPublic, IsListed, ReleaseDate }: Outcome): string {
  if (IsWaiting) return 'Waiting for review';
  if (IsPublic) return IsListed ? 'Published' : 'Saved, unlisted';
  return ReleaseDate === null ? 'Saved, hidden' : 'Saved, release planned';
}
