import type { UploadAnalysis, UploadIssue } from '#features/tracks/file/analysis.ts';
import { environmentById } from '#lib/codes/environment.ts';
import { moods, platformType, primaryTypes, stuntsType } from '#lib/codes/track.ts';
import { NOT_AVAILABLE } from '#lib/format/count.ts';
import { formatPoints, formatTime } from '#lib/format/time.ts';
import { Icon } from '#ui/Icon.tsx';

/** The facts of a file. */
export function Facts({ analysis }: { analysis: UploadAnalysis }) {
  const environment = environmentById(analysis.Environment ?? 0)?.name ?? 'Unknown';
  const car = environmentById(analysis.Car ?? 0)?.name;
  const facts = [
    ['Author time', formatTime(analysis.AuthorTime)],
    ...scoreOf(analysis),
    ['Type', primaryTypes[analysis.MapType ?? -1] ?? 'Unknown'],
    ['Environment', car && car !== environment ? `${car} car on ${environment}` : environment],
    ['Mood', moods[analysis.Mood ?? -1] ?? 'Unknown'],
  ] as const;
  return (
    <dl className="upload__facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="n">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The author's result if the type of the track does not count time only. */
function scoreOf({
  MapType,
  AuthorScore,
}: UploadAnalysis): readonly (readonly [name: string, value: string])[] {
  if (MapType === stuntsType) return [['Author score', formatPoints(AuthorScore)]];
  if (MapType === platformType) return [['Author respawns', String(AuthorScore ?? NOT_AVAILABLE)]];
  return [];
}

const looks = {
  error: { className: 'note note--bad', icon: 'crash', heading: 'Fix before publishing' },
  warning: { className: 'note note--warn', icon: 'warn', heading: 'Warnings' },
  notice: { className: 'note', icon: 'info', heading: 'Good to know' },
} as const;

interface IssuesProps {
  issues: readonly UploadIssue[];
  /** where a file is uploaded that another edition takes */
  editions?: readonly { readonly code: string; readonly name: string; readonly href: string }[];
}

/** Errors, warnings and notices, each in its own box; only errors prevent publishing. */
export function Issues({ issues: all, editions = [] }: IssuesProps) {
  return (['error', 'warning', 'notice'] as const).map((level) => {
    const issues = all.filter(({ Level }) => Level === level);
    if (issues.length === 0) return null;
    const { className, icon, heading } = looks[level];
    return (
      <section key={level} className={className} aria-label={heading}>
        <Icon name={icon} />
        <ul className="upload__issues">
          {issues.map(({ Message, Link, Editions }) => (
            <li key={Message}>
              {level === 'error' ? 'Error: ' : ''}
              {Message} {Link ? <a href={Link}>Show it</a> : null}
              {editions
                .filter(({ code }) => Editions?.includes(code))
                .map(({ code, name, href }) => (
                  <a key={code} href={href}>
                    Upload on {name}{' '}
                  </a>
                ))}
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
