import { difficultyBars } from '#lib/format/difficulty.ts';

/** Difficulty as one to four bars, with a text for screen readers. */
export function Difficulty({ difficulty }: { difficulty: number }) {
  const bars = difficultyBars(difficulty);
  const numbers = Array.from({ length: bars.of }, (_, index) => index + 1);
  return (
    <span
      className="diff"
      role="img"
      aria-label={`Difficulty: ${bars.label}`}
      title={bars.label}
      data-top={bars.filled === bars.of ? '' : undefined}
    >
      {numbers.map((number) => (
        <i key={number} className={number <= bars.filled ? 'on' : undefined} />
      ))}
    </span>
  );
}
