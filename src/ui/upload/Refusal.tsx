import type { ProblemBody } from '#lib/wire/problem.ts';
import { Icon } from '#ui/Icon.tsx';

interface Props {
  fileName: string;
  problem: ProblemBody;
  /** present if a second try may help */
  onRetry?: () => void;
  onRemove: () => void;
}

/** The card of a refused file: its name and the reason. */
export function Refusal({ fileName, problem, onRetry, onRemove }: Props) {
  const { detail, link } = problem;
  const reason = detail.startsWith(`${fileName}: `) ? detail.slice(fileName.length + 2) : detail;
  return (
    <section className="note note--bad upload__refusal" aria-label={fileName}>
      <Icon name="crash" />
      <div>
        <b>{fileName}</b>
        <p>
          Error: {reason} {link ? <a href={link}>Show it</a> : null}
        </p>
      </div>
      {onRetry ? (
        <button type="button" className="btn" onClick={onRetry} aria-label={`Try ${fileName} again`}>
          Try again
        </button>
      ) : null}
      <button type="button" className="btn" onClick={onRemove} aria-label={`Dismiss ${fileName}`}>
        Dismiss
      </button>
    </section>
  );
}
