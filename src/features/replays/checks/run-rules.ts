import { formatOrdinal } from '#lib/format/ordinal.ts';
import { formatTime } from '#lib/format/time.ts';
import type { GateBlock, LineOnTrack, Missed, RunOnTrack } from '#lib/gbx/run/run-on-track.ts';

/** Raised when the rules below change: stored replays are then compared with their tracks again. */
export const RUN_RULES_VERSION = 1;

/** Whether a replay is a run of its track. All texts are sentences. */
export interface RunVerdict {
  /** why it is not: no honest file is like that */
  readonly refused: string | null;
  /** what a moderator must check before it counts */
  readonly held: readonly string[];
  /** what could not be compared */
  readonly unjudged: readonly string[];
}

/** Modes that were checked with real files. In the others, a moderator decides. */
const knownModes: readonly RunOnTrack['mode'][] = ['Race', 'Platform', 'Stunts'];

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Judges a run that was compared with its track. */
export function judgeRun(run: RunOnTrack): RunVerdict {
  const refusals = [blocksText(run), orderText(run), countText(run)].filter((text) => text !== null);
  const isKnown = knownModes.includes(run.mode) && !isOldest(run);
  const [refused = null] = isKnown ? refusals.filter(({ isCertain }) => isCertain) : [];
  return {
    refused: refused?.text ?? null,
    held: [...refusals.map(({ text }) => text), ...lineTexts(run.line, run)],
    unjudged: unjudgedTexts(run),
  };
}

interface Contradiction {
  readonly text: string;
  /** that no honest file has it */
  readonly isCertain: boolean;
}

const certainly = (text: string): Contradiction => ({ text, isCertain: true });
const perhaps = (text: string): Contradiction => ({ text, isCertain: false });

function blocksText({ blocks, mode }: RunOnTrack): Contradiction | null {
  if (typeof blocks === 'string') return null;
  const { inside, stored, missing, gates } = blocks;
  // in a Puzzle, drivers add blocks, but no start, checkpoint or finish
  if (mode === 'Puzzle' && missing === 0 && gates === 0) return null;
  const what =
    inside === stored
      ? `${missing === 1 ? 'one' : missing} of its ${plural(stored, 'block')} ${missing === 1 ? 'differs' : 'differ'}`
      : `it has ${plural(inside, 'block')}, and the track here has ${stored}`;
  return certainly(`The track inside this replay is not the one on this site: ${what}.`);
}

function orderText({ unordered, times }: RunOnTrack): Contradiction | null {
  if (unordered === null) return null;
  const { number, beforeMs, timeMs, mayBeEqual } = unordered;
  const nameOf = (one: number) => (one === times ? 'the finish' : `its ${formatOrdinal(one)} checkpoint`);
  const [name, before] = [nameOf(number), number === 1 ? 'the start' : nameOf(number - 1)];
  if (timeMs === null) return certainly(`This replay has no time for ${name}.`);
  if (timeMs === beforeMs) {
    const text = `This replay passes ${before} and ${name} at the same time, ${formatTime(timeMs)}.`;
    return mayBeEqual ? perhaps(text) : certainly(text);
  }
  return certainly(
    `This replay passes ${name} at ${formatTime(timeMs)}, before ${before} at ${formatTime(beforeMs)}.`,
  );
}

/** Games that save no checkpoint times, or only some. */
const isOldest = ({ game }: RunOnTrack) => game === 'TM 1.0' || game === 'TM Power Up';

/** Every real replay from Original on has one time for each checkpoint and for the end of each lap. */
function countText(run: RunOnTrack): Contradiction | null {
  const { checkpoints, laps, times } = run;
  if (isOldest(run)) return null;
  if (laps.some((lap) => checkpoints.some((count) => times === (count + 1) * lap))) return null;
  const [count = 0] = checkpoints;
  const [lap = 1] = laps;
  const track = lap === 1 ? plural(count, 'checkpoint') : `${plural(count, 'checkpoint')} and ${lap} laps`;
  if (times === 0) return certainly(`This replay contains no checkpoint times; its track has ${track}.`);
  if (times === 1)
    return certainly(`This replay contains only the time of the finish; its track has ${track}.`);
  const driven = times / (count + 1);
  if (lap > 1 && Number.isInteger(driven))
    return certainly(`This replay is a run of ${plural(driven, 'lap')}; its track has ${lap} laps.`);
  const text = `This replay contains ${times} times, that of the finish included; its track has ${track}, which makes ${(count + 1) * lap}.`;
  // no real file of a lap race that was checked has another number, but few were
  return lap > 1 ? perhaps(text) : certainly(text);
}

const blockText = ({ name, x, y, z }: GateBlock) => `${name} at ${x}, ${y}, ${z}`;

function lineTexts(line: LineOnTrack, { times, game }: RunOnTrack): string[] {
  if (!line.isJudged) return [];
  const checkpoints = game === 'TM Power Up' ? times : times - 1;
  const texts = line.missed.map((missed) => missedText(missed, checkpoints));
  if (line.isRepeated) texts.push('At two of its checkpoint times the run is at the same checkpoint.');
  if (line.never) texts.push(`The run never comes to a checkpoint of its track, ${blockText(line.never)}.`);
  return texts;
}

function missedText({ at, number, timeMs, metres, nearest }: Missed, checkpoints: number): string {
  const gate = blockText(nearest);
  if (at === 'start')
    return `At the start the run is ${Math.round(metres ?? 0)} m away from the nearest start, ${gate}.`;
  const moment =
    at === 'finish'
      ? `At its finish, ${formatTime(timeMs)},`
      : `At its ${formatOrdinal(number)} checkpoint of ${checkpoints}, ${formatTime(timeMs)},`;
  if (metres === null) return `${moment} the recorded movement has already ended.`;
  return `${moment} the run is ${Math.round(metres)} m away from the nearest ${at}, ${gate}.`;
}

const lineReasons = {
  'no-line': 'The file contains no movement that could be compared with the track.',
  'no-gates': 'The start, the checkpoints or the finish of the track are not known.',
  'too-many': 'The track has too many checkpoints to compare the movement with each.',
} as const;

function unjudgedTexts(run: RunOnTrack): string[] {
  const { blocks, line, checkpoints, times } = run;
  const texts: string[] = [];
  if (blocks === 'no-map') texts.push('The file does not contain the track that was driven.');
  if (blocks === 'hidden') texts.push('TMUnlimiter hides the blocks of the track.');
  if (!line.isJudged) texts.push(lineReasons[line.why]);
  if (isOldest(run) && times > 0 && !checkpoints.includes(times))
    texts.push('The number of checkpoint times is not that of the checkpoints of the track.');
  return texts;
}
