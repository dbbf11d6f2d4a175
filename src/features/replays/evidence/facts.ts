import { formatWhole } from '#lib/format/count.ts';
import { formatTime } from '#lib/format/time.ts';
import type { Game } from '#lib/gbx/read/game.ts';
import type { RunMeasurement } from '#lib/gbx/run/run-measure.ts';
import { deviceLabels } from './figures.ts';

/** A property of the file itself, in a sentence. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** what else explains it */
  readonly innocent?: string;
}

const count = (amount: number, one: string) => `${formatWhole(amount)} ${one}${amount === 1 ? '' : 's'}`;

/** The facts of a measured run, in display order. */
export const factsOf = (game: Game, run: RunMeasurement): Fact[] => [
  toolFact(game, run),
  patchFact(game, run),
  agreementFact(run),
  respawnFact(run),
  finishFact(run),
  deviceFact(run),
  ...stepsFact(run),
];

function toolFact(game: Game, { marks: { isClockShifted, endsInSpace } }: RunMeasurement): Fact {
  const label = 'Tool signature';
  if (game !== 'TMF')
    return { label, text: `The signature of TMInterface is only known for Forever, not for ${game}.` };
  if (!isClockShifted && !endsInSpace)
    return { label, text: 'None: the file has no signature of TMInterface.' };
  const marks = [
    ...(isClockShifted ? ['the clock of the inputs is shifted by 65.535 s'] : []),
    ...(endsInSpace ? ['the name of the program ends in a space'] : []),
  ].join(', and ');
  return {
    label,
    text: `As with TMInterface, ${marks}: the tool was attached.`,
    innocent:
      'Honest practice runs carry this signature too: it doesn’t mean that inputs were edited or the game was slowed down.',
  };
}

function patchFact(game: Game, { marks: { patch } }: RunMeasurement): Fact {
  const label = 'Competition Patch';
  if (game !== 'TMF') return { label, text: `The patch exists for Forever only, not for ${game}.` };
  if (patch === null) return { label, text: 'The run was recorded without the patch.' };
  const { bytes, fitting } = patch;
  return fitting.includes(bytes)
    ? { label, text: `The patch added ${count(bytes, 'byte')}, which fits the number of inputs.` }
    : {
        label,
        text: `The patch added ${count(bytes, 'byte')}; ${fitting.join(' or ')} would fit the number of inputs.`,
        innocent: 'Only versions 1.3 and 1.5 of the patch are known; another version may add another number.',
      };
}

/** Never 100 for a share that is not complete. */
const share = (part: number, whole: number) => `${(Math.floor((1000 * part) / whole) / 10).toFixed(1)} %`;

function agreementFact({ agreement }: RunMeasurement): Fact {
  const label = 'Inputs and movement';
  if (agreement === null)
    return {
      label,
      text: 'The file stores no controls with its movement, so that the inputs cannot be compared with it.',
    };
  const { samples, steer, gas, brake } = agreement;
  return {
    label,
    text: `In ${count(samples, 'sample')} of the movement, the steering is that of the inputs in ${share(steer, samples)}, the gas in ${share(gas, samples)}, the brake in ${share(brake, samples)}.`,
    innocent: 'Respawns and the clocks of the oldest games cause differences of up to 2 %.',
  };
}

function respawnFact({ respawns, figures }: RunMeasurement): Fact {
  const label = 'Respawns';
  const pressed = `The inputs contain ${count(figures.respawns, 'respawn')}`;
  if (respawns === null) return { label, text: `${pressed}; the game does not store how many there were.` };
  return respawns === figures.respawns
    ? { label, text: `${pressed}, as many as the file counts.` }
    : { label, text: `${pressed}; the file counts ${respawns}.` };
}

function finishFact({ figures: { durationMs }, finishMs, timeMs }: RunMeasurement): Fact {
  const label = 'Finish';
  const recorded = `The inputs were recorded for ${formatTime(durationMs)}`;
  const isSame = durationMs === timeMs;
  const first = isSame
    ? `${recorded}, as long as the run`
    : `${recorded}; the run takes ${formatTime(timeMs)}`;
  if (finishMs === null)
    return { label, text: `${first}. They contain no mark of the finish, which only Forever stores.` };
  return {
    label,
    text:
      finishMs === timeMs
        ? `${first}. Their mark of the finish is at its end.`
        : `${first}. Their mark of the finish is at ${formatTime(finishMs)}.`,
  };
}

const deviceFact = ({ deviceClass, clockMs, figures }: RunMeasurement): Fact => ({
  label: 'Device',
  text: `${deviceLabels[deviceClass].long} ${count(figures.entries, 'input')}, stored to ${clockMs} ms.`,
});

/** A full turn to one side. */
const fullSide = 65_536;

function stepsFact({ figures: { ownSteps } }: RunMeasurement): Fact[] {
  if (ownSteps === null) return [];
  const side = (step: number | null) =>
    step === null
      ? 'no regular distance'
      : `${step.toFixed(1)} apart, about ${Math.round(fullSide / step)} steps`;
  return [
    {
      label: 'Positions of the stick',
      text: `To the left ${side(ownSteps.left)}; to the right ${side(ownSteps.right)}.`,
    },
  ];
}
