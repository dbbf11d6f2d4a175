import type { RunMeasurement } from '#lib/gbx/run/run-measure.ts';
import { isCopy } from './shared-inputs.ts';

/** What moderators should check, and how likely it is that something is wrong: 0 to 100. It decides nothing. */
export interface EvidenceHint {
  readonly score: number;
  /** empty below the lowest score */
  readonly text: string;
}

/** Below this, a replay is like many honest ones. */
export const minHint = 30;
/** Respawns and the clocks of the oldest games explain differences up to here. */
const usualAgreement = 0.95;

interface Rule {
  readonly score: number;
  readonly text: string;
  holds(run: RunMeasurement): boolean;
}

const rules: readonly Rule[] = [
  {
    score: 30,
    text: 'the file carries the signature of TMInterface',
    holds: ({ marks }) => marks.isClockShifted || marks.endsInSpace,
  },
  {
    score: 25,
    text: 'the data of the Competition Patch does not fit the number of inputs',
    holds: ({ marks: { patch } }) => patch !== null && !patch.fitting.includes(patch.bytes),
  },
  {
    score: 45,
    text: 'the inputs are not those of the movement',
    holds: ({ agreement }) =>
      agreement !== null &&
      agreement.samples > 0 &&
      Math.min(agreement.steer, agreement.gas, agreement.brake) < usualAgreement * agreement.samples,
  },
  {
    score: 20,
    text: 'the inputs contain another number of respawns than the file counts',
    holds: ({ respawns, figures }) => respawns !== null && respawns !== figures.respawns,
  },
  {
    score: 20,
    text: 'the inputs reach the finish at another time than the run',
    holds: ({ finishMs, timeMs }) => finishMs !== null && timeMs !== null && finishMs !== timeMs,
  },
];

/** Gaps in the evidence, which moderators see for the best replays of a track: forged files usually have some. */
export interface MissingEvidence {
  /** why the inputs could not be measured; null: they were */
  readonly unmeasured: string | null;
  readonly hasInputs: boolean;
  /** why the run could not be compared with its track, or '' */
  readonly notCompared: string;
}

/** The hint about missing evidence; null if all of it is there. */
export function missingHint({ unmeasured, hasInputs, notCompared }: MissingEvidence): EvidenceHint | null {
  const texts: string[] = [];
  if (unmeasured !== null) texts.push(`The inputs could not be measured: ${unmeasured}`);
  else if (!hasInputs) texts.push('The file contains no inputs.');
  if (notCompared !== '') texts.push(`The run could not be compared with its track: ${notCompared}`);
  return texts.length === 0 ? null : { score: minHint, text: texts.join(' ') };
}

const copyScore = 70;

/** Another driver's run, and what the two have in common. */
interface Other {
  readonly driver: string;
  readonly same: number;
  readonly of: number;
}

/** The hint about a measured run; `closest`: the run of another driver that shares most inputs with it. */
export function evidenceHint(run: RunMeasurement, closest: Other | null): EvidenceHint {
  const found = rules.filter((rule) => rule.holds(run));
  const texts = found.map(({ text }) => text);
  let score = found.reduce((sum, rule) => sum + rule.score, 0);
  if (closest !== null && isCopy(closest)) {
    score += copyScore;
    texts.unshift(
      `${Math.floor((100 * closest.same) / closest.of)} % of the inputs are those of a run of ${closest.driver}`,
    );
  }
  if (score < minHint) return { score, text: '' };
  const sentence = texts.join('; ');
  return { score: Math.min(100, score), text: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.` };
}
