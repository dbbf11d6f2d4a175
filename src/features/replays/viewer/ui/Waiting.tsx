import { formatBytes } from '#lib/format/bytes.ts';
import type { Source } from './use-runs.ts';

/** The runs that are not loaded yet, with the size of their files. */
export function Waiting({ sources, load }: { sources: readonly Source[]; load: () => void }) {
  const { length: count } = sources;
  const sizes = sources.map(({ sizeBytes }) => sizeBytes);
  const known = sizes.every((size) => size !== null) ? sizes.reduce((sum, size) => sum + size, 0) : null;
  return (
    <p className="rv__waiting js-only">
      <button type="button" className="btn" onClick={load}>
        Load {count} more {count === 1 ? 'replay' : 'replays'}
        {known !== null && ` (${formatBytes(known)})`}
      </button>
    </p>
  );
}
