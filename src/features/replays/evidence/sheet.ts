import type { Game } from '#lib/gbx/read/game.ts';
import type { RunMeasurement } from '#lib/gbx/run/run-measure.ts';
import type { SharedInputs } from '#lib/gbx/run/shared-inputs.ts';
import { type ComparedFigure, comparedFigure, enoughRuns } from './comparison.ts';
import { type PressLengths, pressLengths, type Strip, stripOf } from './drawings.ts';
import { type Fact, factsOf } from './facts.ts';
import { deviceLabels, type Figure, figures, figureValue, isComparable, shownValue } from './figures.ts';
import { isCopy, maxShared } from './shared-inputs.ts';

type MeasuredRun =
  | { readonly ok: true; readonly game: Game; readonly run: RunMeasurement | null }
  | { readonly ok: false; readonly reason: string };

/** Another replay of the track. */
export interface ComparableRun {
  readonly replayId: number;
  readonly driver: { readonly UserId: number; readonly Name: string };
  readonly result: string;
  readonly drivenAt: Date;
  readonly flags: readonly string[];
  readonly isDeleted: boolean;
  /** null: not measured yet */
  readonly measured: MeasuredRun | null;
  /** null: not compared */
  readonly shared: SharedInputs | null;
}

/** How a run enters the comparison: counted, or why not. */
export interface ListedRun extends ComparableRun {
  readonly run: RunMeasurement | null;
  readonly isCounted: boolean;
  readonly isSameDriver: boolean;
  /** the device if it is counted, otherwise the reason why it is not */
  readonly note: string;
}

export interface SheetFigure extends ComparedFigure {
  readonly strip: Strip | null;
  /** the lowest and the highest value on the strip */
  readonly ends: readonly [low: string, high: string] | null;
}

export interface Sheet {
  /** why nothing is compared; null if something is */
  readonly missing: string | null;
  readonly facts: readonly Fact[];
  readonly figures: readonly SheetFigure[];
  /** the other runs of the sheet: those of the driver first */
  readonly runs: readonly ListedRun[];
  readonly counted: number;
  /** completes "12 other … replays" */
  readonly group: string | null;
  /** too few runs for differences to mean anything */
  readonly isSmall: boolean;
  readonly closest: (ListedRun & { readonly shared: SharedInputs }) | null;
  readonly presses: PressLengths | null;
  readonly remainders: readonly number[] | null;
  readonly run: RunMeasurement | null;
}

const toolFlags = ['shifted-clock', 'tool-name'];

interface Given {
  /** null: not measured yet */
  readonly measured: MeasuredRun | null;
  readonly driverId: number;
  readonly runs: readonly ComparableRun[];
}

/** What a sheet shows. It describes a run; it neither judges nor sorts. */
export function sheetOf({ measured, driverId, runs }: Given): Sheet {
  const run = measured?.ok ? measured.run : null;
  const listed = runs.map((other) => listedRun(other, run, driverId));
  const counted = listed.flatMap((other) => (other.isCounted && other.run ? [other.run] : []));
  const sameDriver = listed.flatMap((other) => (other.isSameDriver && other.run ? [other.run] : []));
  const label = run && deviceLabels[run.deviceClass].short;
  return {
    missing: missingOf(measured),
    facts: run && measured?.ok ? factsOf(measured.game, run) : [],
    figures:
      run && label ? figures.map((figure) => sheetFigure(figure, run, counted, sameDriver, label)) : [],
    runs: listed,
    counted: counted.length,
    group: label,
    isSmall: counted.length < enoughRuns,
    closest: maxShared(listed),
    presses: run && pressLengths(run, counted),
    remainders: run?.remainders ?? null,
    run,
  };
}

function missingOf(measured: MeasuredRun | null): string | null {
  if (measured === null) return 'Too many files are being read right now. Reload this page in a few seconds.';
  if (!measured.ok) return `The file cannot be read: ${measured.reason}`;
  return measured.run === null
    ? `The file contains no inputs, so there is nothing to measure. Replays of ${measured.game} may be saved without them.`
    : null;
}

function sheetFigure(
  figure: Figure,
  run: RunMeasurement,
  counted: readonly RunMeasurement[],
  sameDriver: readonly RunMeasurement[],
  group: string,
): SheetFigure {
  const compared = comparedFigure(figure, run, counted, group);
  const own = sameDriver.flatMap((other) => figureValue(figure, other) ?? []);
  const others = [...compared.others, ...own];
  if (compared.own === null || others.length === 0) return { ...compared, strip: null, ends: null };
  const all = [compared.own, ...others];
  return {
    ...compared,
    strip: stripOf(compared.own, compared.others, own),
    ends: [shownValue(figure, Math.min(...all)), shownValue(figure, Math.max(...all))],
  };
}

function listedRun(other: ComparableRun, own: RunMeasurement | null, driverId: number): ListedRun {
  const run = other.measured?.ok ? other.measured.run : null;
  const reason = leftOut(other, run, own, driverId);
  return {
    ...other,
    run,
    isSameDriver: other.driver.UserId === driverId && run !== null && own !== null && isComparable(own, run),
    isCounted: reason === null,
    note: reason ?? (run ? deviceLabels[run.deviceClass].short : ''),
  };
}

/** Why a run is not among those the sheet compares with, or null. */
function leftOut(
  { driver, measured, flags, shared }: ComparableRun,
  run: RunMeasurement | null,
  own: RunMeasurement | null,
  driverId: number,
): string | null {
  if (measured === null) return 'not measured yet';
  if (!measured.ok) return `cannot be read: ${measured.reason}`;
  if (run === null) return 'contains no inputs';
  if (driver.UserId === driverId) return 'same driver';
  if (flags.some((flag) => toolFlags.includes(flag))) return 'carries a tool signature';
  if (shared && isCopy(shared)) return 'shares most of its inputs';
  if (own === null) return 'nothing to compare with';
  if (!isComparable(own, run))
    return run.deviceClass === own.deviceClass
      ? 'another clock'
      : `another device: ${deviceLabels[run.deviceClass].short}`;
  return null;
}
