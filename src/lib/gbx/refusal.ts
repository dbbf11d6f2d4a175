/** Why a file is not accepted. The code is for programs, the message is shown to the person who uploads. */
export type Refusal = { readonly code: RefusalCode; readonly message: string };

/** One plain sentence per reason; a code may carry a closer one of its own. */
const SENTENCES = {
  'not-gbx': 'This is not a Trackmania file: it does not begin with the letters GBX.',
  'too-short': 'This file is too short to be a Trackmania file.',
  'unknown-container': 'This file is stored in a way the old Trackmania games never used.',
  'wrong-class': 'This is neither a track nor a replay.',
  'newer-game': 'This file is from a newer game (ManiaPlanet/Turbo/Trackmania 2020).',
  truncated: 'This file is cut short: it ends before its data does.',
  'trailing-bytes': 'This file is damaged: there are extra bytes after its end.',
  'damaged-header': 'This file is damaged: its header does not add up.',
  'damaged-body': 'This file is damaged: the data inside cannot be read.',
  altered: 'This file was altered: its parts contradict each other.',
  'over-limit': 'This file holds more than this site accepts.',
  'unknown-environment': 'This file is for an environment the old Trackmania games do not have.',
  'unknown-car': 'This track is driven with a car the old Trackmania games do not have.',
  'no-uid': 'This track has no identifier of its own. Open it in the editor of the game and save it again.',
  unvalidated:
    'This track is not validated. Finish it once in the editor of the game, save it, and upload it again.',
  'no-blocks': 'This track has no blocks.',
  'no-start': 'This track has no start: nobody can drive it.',
  'no-finish': 'This track has no finish: nobody can complete it.',
  'too-slow': 'This file takes too long to read.',
  'out-of-memory': 'This file takes too much memory to read.',
  'not-finished': 'This replay does not reach the finish.',
  'other-track': 'This replay was driven on another track.',
} as const;

export type RefusalCode = keyof typeof SENTENCES;

/** The refusal for a reason, with its own sentence unless a closer one is given. */
export function refusal(code: RefusalCode, message: string = SENTENCES[code]): Refusal {
  return { code, message };
}

/**
 * Thrown inside this folder when a file cannot be read on; `refusable` is the only place that catches it.
 * A parser forty calls deep has no better way up, and nobody outside ever sees it.
 */
export class Fault extends Error {
  readonly refusal: Refusal;
  constructor(code: RefusalCode, message?: string) {
    super(code);
    this.refusal = refusal(code, message);
  }
}

/** The fault for a count or size above what the site takes, e.g. `overLimit('blocks', 100000)`. */
export function overLimit(what: string, most: number): Fault {
  return new Fault('over-limit', `This file has more ${what} than this site accepts (at most ${most}).`);
}

/** The fault for something of too many bytes, e.g. `tooLarge('This file', 1048576)`. */
export function tooLarge(what: string, mostBytes: number): Fault {
  const kib = mostBytes / 1024;
  const most = kib < 1 ? `${mostBytes} bytes` : kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`;
  return new Fault('over-limit', `${what} is too large for this site (at most ${most}).`);
}

/** Runs a reader; a Fault becomes a refusal. Anything else is a bug of ours and is thrown on. */
export function refusable<T>(read: () => T): { ok: true; value: T } | { ok: false; refusal: Refusal } {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, refusal: error.refusal };
    throw error;
  }
}
