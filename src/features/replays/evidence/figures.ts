import type { DeviceClass, RunMeasurement } from '#lib/gbx/run/run-measure.ts';

/** A number that is compared with other runs. */
export interface Figure {
  readonly key: 'changes' | 'turns' | 'busiest' | 'quick' | 'presses' | 'short' | 'steps' | 'ticks';
  readonly label: string;
  /** head of a column */
  readonly column: string;
  /** follows the number in a sentence; the first form after 1 */
  readonly words: readonly [one: string, many: string];
  readonly digits: 0 | 1;
  /** null: not measurable in this run */
  of(run: RunMeasurement): number | null;
  /** completes "Not measured: " */
  missing(run: RunMeasurement): string;
  /** what else explains an unusual value */
  readonly innocent: string;
}

const minPresses = 20;
const shortPressSteps = 5;
const percent = (share: number | null) => (share === null ? null : 100 * share);
const perMinute = (perSecond: number) => 60 * perSecond;
const always = () => 'the file does not contain it';
const same = (words: string) => [words, words] as const;

const pressCount = ({ figures }: RunMeasurement) =>
  figures.pressLengths.reduce((sum, count) => sum + count, 0);

/** The figures of the sheet, in display order. */
export const figures: readonly Figure[] = [
  {
    key: 'changes',
    label: 'Steering changes',
    column: 'Changes/min',
    words: ['steering change per minute', 'steering changes per minute'],
    digits: 0,
    of: ({ figures }) => perMinute(figures.changesPerSecond),
    missing: always,
    innocent: 'The track decides most of it, and a noisy stick or a high sensitivity adds changes.',
  },
  {
    key: 'turns',
    label: 'Turns of the steering',
    column: 'Turns/min',
    words: ['turn per minute', 'turns per minute'],
    digits: 1,
    of: ({ figures }) => perMinute(figures.turns / Math.max(1, figures.durationMs / 1000)),
    missing: always,
    innocent: 'The track decides most of it: some need three times as many turns as others.',
  },
  {
    key: 'busiest',
    label: 'Busiest second',
    column: 'Busiest',
    words: ['turn within one second', 'turns within one second'],
    digits: 0,
    of: ({ figures }) => figures.busiestTurns,
    missing: always,
    innocent: 'A noisy stick or a quick hand gives high values too: one known joystick reached 26.',
  },
  {
    key: 'quick',
    label: 'Quick turns',
    column: 'Quick',
    words: same('% of turns within 50 ms of the one before'),
    digits: 0,
    of: ({ figures }) => percent(figures.quickTurnShare),
    missing: () => 'there are fewer than two turns',
    innocent: 'In a small sample of human runs it was 0 to 42 %.',
  },
  {
    key: 'presses',
    label: 'Key presses',
    column: 'Presses/min',
    words: ['key press per minute', 'key presses per minute'],
    digits: 0,
    of: ({ figures }) => perMinute(figures.pressesPerSecond),
    missing: always,
    innocent: 'Some drivers tap the gas or the brake, others never release a key.',
  },
  {
    key: 'short',
    label: 'Short presses',
    column: 'Short',
    words: same('% of key presses shorter than 50 ms'),
    digits: 0,
    of: (run) => {
      const presses = pressCount(run);
      const short = run.figures.pressLengths.slice(0, shortPressSteps).reduce((sum, count) => sum + count, 0);
      return presses < minPresses ? null : (100 * short) / presses;
    },
    missing: () => `there are fewer than ${minPresses} key presses`,
    innocent: 'Drivers who tap keys have many short presses; the clocks of older games shorten them further.',
  },
  {
    key: 'steps',
    label: 'Stick step size',
    column: 'Own steps',
    words: same('% of positions on the steps of the stick'),
    digits: 1,
    of: ({ figures }) => percent(figures.ownSteps?.share ?? null),
    missing: ({ deviceClass }) =>
      deviceClass === 'analogue' || deviceClass === 'mixed'
        ? 'there are too few positions, or the stick is finer than its steps can be recognised'
        : 'the run was steered without a stick',
    innocent:
      'Positions between the steps come from edited inputs, from a second stick, or from a change of sensitivity.',
  },
  {
    key: 'ticks',
    label: 'Input clock',
    column: 'Clock',
    words: same('% of steering, gas and brake on multiples of 10 ms'),
    digits: 1,
    of: ({ figures }) => percent(figures.onTickShare),
    missing: () => 'there are no such inputs',
    innocent: 'Forever stores all of them on this clock; older games store milliseconds.',
  },
];

/** The value as it is shown, so that values that look equal are compared as equal. */
export function figureValue({ of, digits }: Figure, run: RunMeasurement): number | null {
  const value = of(run);
  return value === null ? null : Number(value.toFixed(digits));
}

export const shownValue = ({ digits }: Figure, value: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Completes "12 other … replays", and what it means. */
export const deviceLabels: Readonly<Record<DeviceClass, { readonly short: string; readonly long: string }>> =
  {
    keys: { short: 'keyboard', long: 'Keyboard or direction pad; the two cannot be told apart.' },
    'few-positions': { short: 'few-position', long: 'An axis that only reaches a few positions.' },
    analogue: { short: 'analogue', long: 'Pad, stick or wheel; they cannot be told apart.' },
    mixed: { short: 'mixed-device', long: 'Both keys and an analogue device.' },
  };

/** Only runs of one device class and one clock are compared. */
export const isComparable = (one: RunMeasurement, other: RunMeasurement): boolean =>
  one.deviceClass === other.deviceClass && one.clockMs === other.clockMs;
