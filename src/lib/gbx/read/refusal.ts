/** Why a file is not accepted. The code is for programs, the message for the uploader. */
export type Refusal = { readonly code: RefusalCode; readonly message: string };

/** One sentence per reason; a refusal may have a more specific one. */
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
  unvalidated: 'This track isn’t validated. Finish a validation run in the game’s editor.',
  'no-blocks': 'This track has no blocks.',
  'no-start': 'This track has no start: nobody can drive it.',
  'no-finish': 'This track has no finish: nobody can complete it.',
  'too-slow': 'This file takes too long to read.',
  'out-of-memory': 'This file takes too much memory to read.',
} as const;

export type RefusalCode = keyof typeof SENTENCES;

/** The refusal for a code, with its usual sentence unless a more specific one is given. */
export function refusal(code: RefusalCode, message: string = SENTENCES[code]): Refusal {
  return { code, message };
}

/**
 * Thrown inside this folder if a file cannot be read; caught only by `refusable`. A deeply nested parser has no better way
 * out, and no caller outside ever sees it.
 */
export class Fault extends Error {
  readonly refusal: Refusal;
  constructor(code: RefusalCode, message?: string) {
    super(code);
    this.refusal = refusal(code, message);
  }
}

/** The fault for a count or size above the limit, e.g. `overLimit('blocks', 100000)`. */
export function overLimit(what: string, most: number): Fault {
  return new Fault('over-limit', `This file has more ${what} than this site accepts (at most ${most}).`);
}

/** The fault for too many bytes, e.g. `tooLarge('This file', 1048576)`. */
export function tooLarge(what: string, maxBytes: number): Fault {
  const kib = maxBytes / 1024;
  const most = kib < 1 ? `${maxBytes} bytes` : kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`;
  return new Fault('over-limit', `${what} is too large for this site (at most ${most}).`);
}

/** Runs a reader and turns a Fault into a refusal. Any other error is a bug and is rethrown. */
export function refusable<T>(read: () => T): { ok: true; value: T } | { ok: false; refusal: Refusal } {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, refusal: error.refusal };
    throw error;
  }
}
