/** Oddities of a replay's file, for moderators: measurements, not verdicts. None of them refuses a replay. */
const replayFlags = {
  patch: 'Driven with the Competition Patch.',
  'shifted-clock': 'The clock of the inputs is shifted as by TMInterface: the tool was attached.',
  'tool-name': 'The name of the program ends in a space, as with TMInterface.',
  unvalidable: 'The game does not consider the recorded inputs complete.',
  'no-inputs': 'The file contains no inputs.',
  'no-checkpoints': 'The file contains no checkpoint times.',
  'checkpoint-order': 'The checkpoint times do not ascend.',
  'time-step': 'The time is not a multiple of 10 ms, as the games save it.',
  'other-car': 'The car is not that of the track.',
  'contradicts-track': 'The run contradicts its track.',
  'not-compared': 'The run could not be compared with its track.',
  'no-login': 'The file names no login: unverified driver.',
  'local-login': 'The login is a name on a local network: unverified driver.',
  'odd-login': 'The login is none that the games give out: unverified driver.',
} as const satisfies Record<string, string>;

export type ReplayFlag = keyof typeof replayFlags;

/** The sentence of a stored flag; one that this version does not know keeps its key. */
export const flagText = (flag: string): string =>
  (replayFlags as Readonly<Record<string, string>>)[flag] ?? flag; // widened for the lookup
