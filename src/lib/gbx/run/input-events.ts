import { CLOCK_OFFSETS_MS, ENTRY_BYTES, type Inputs } from '../read/inputs.ts';

/** What a driver can do, and the marks of TMF for start and finish; other controls (cameras, chat) are left out. */
const CONTROLS = [
  'accelerate',
  'brake',
  'left',
  'right',
  'steer',
  'gas',
  'respawn',
  'horn',
  'start',
  'finish',
] as const;
export type Control = (typeof CONTROLS)[number];

/** A full turn of a stick, or a pedal pressed down. */
export const AXIS_FULL = 65_536;

/** A key going down (1) or up (0), or a new position of an axis: -65536 (left) to 65536 (right, full gas). */
export type InputEvent = { readonly timeMs: number; readonly control: Control; readonly value: number };

/** The entries of a recording on the clock of the race, in order; negative times are in the countdown. */
export type InputEvents = {
  readonly durationMs: number;
  readonly events: readonly InputEvent[];
  /** Offset by which a tool shifted the clock; 0 in the game itself. */
  readonly shiftMs: number;
};

/** Names of all games, without spaces, punctuation and capitals. */
const NAMES = new Map<string, Control>([
  ['accelerate', 'accelerate'],
  ['acceleratereal', 'gas'],
  ['accelerateanalog', 'gas'],
  ['gas', 'gas'],
  ['brake', 'brake'],
  ['brakereal', 'brake'],
  ['steerleft', 'left'],
  ['steerright', 'right'],
  ['steer', 'steer'],
  ['steeranalog', 'steer'],
  ['respawn', 'respawn'],
  ['horn', 'horn'],
  ['fakeisracerunning', 'start'],
  ['fakefinishline', 'finish'],
]);

const START = '_FakeIsRaceRunning';
/** With this control the stick is stored the way it points; otherwise negated. */
const NOT_INVERTED = '_FakeDontInverseAxis';
/** By how much TMInterface shifts the clock. */
const TOOL_SHIFT_MS = 0xffff;

type Entry = { readonly timeMs: number; readonly control: number; readonly value: number };

/** Decodes all entries of a recording. At most as many events as entries, whose number is limited when reading. */
export function decodeInputs(inputs: Inputs): InputEvents {
  const { names, eventsMs, layout } = inputs;
  const controls = names.map((name) => NAMES.get(name.replace(/[^A-Za-z]/g, '').toLowerCase()) ?? null);
  const shiftMs = (inputs.raceStartsAtMs ?? 0) >= TOOL_SHIFT_MS ? TOOL_SHIFT_MS : 0;
  const steerSign = names.includes(NOT_INVERTED) ? 1 : -1;
  const isOld = layout === 'newest-first';
  const isThinned = thinnedFrom(inputs);
  const events: InputEvent[] = [];
  for (const { timeMs, control, value } of entriesOf(inputs)) {
    const what = controls[control] ?? null;
    if (what === null || isThinned(what, timeMs)) continue;
    events.push({
      timeMs: timeMs - shiftMs,
      control: what,
      value: decodedValue(what, value, isOld, steerSign),
    });
  }
  // Stable, so that of two entries with one time the later one still counts; files are in order already.
  events.sort((a, b) => a.timeMs - b.timeMs);
  return { durationMs: eventsMs, events, shiftMs };
}

function* entriesOf({ layout, entries, count }: Inputs): Generator<Entry> {
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  const bytes = ENTRY_BYTES[layout];
  const isOld = layout === 'newest-first';
  for (let i = 0; i < count; i++) {
    const at = bytes * (isOld ? count - 1 - i : i);
    yield {
      timeMs: view.getInt32(at, true) - CLOCK_OFFSETS_MS[layout],
      control: isOld ? view.getUint32(at + 4, true) : view.getUint8(at + 4),
      value: view.getUint32(at + bytes - 4, true),
    };
  }
}

/** How many entries of a recording have this time of the race or a later one, those of unknown controls included. */
export function entriesFrom(inputs: Inputs, fromMs: number): number {
  const startMs = fromMs + ((inputs.raceStartsAtMs ?? 0) >= TOOL_SHIFT_MS ? TOOL_SHIFT_MS : 0);
  let count = 0;
  for (const { timeMs } of entriesOf(inputs)) if (timeMs >= startMs) count += 1;
  return count;
}

const scratch = new DataView(new ArrayBuffer(4));

function decodedValue(control: Control, raw: number, isOld: boolean, steerSign: 1 | -1): number {
  if (control !== 'steer' && control !== 'gas') return raw === 0 ? 0 : 1;
  const position = isOld ? AXIS_FULL * floatOf(raw) : (raw << 8) >> 8; // 24 bits with a sign
  const clamped = Math.max(-AXIS_FULL, Math.min(AXIS_FULL, Number.isNaN(position) ? 0 : position));
  return control === 'steer' ? steerSign * clamped + 0 : clamped; // + 0: never -0
}

function floatOf(bits: number): number {
  scratch.setUint32(0, bits);
  return scratch.getFloat32(0);
}

/**
 * Version 2 of the Competition Patch, which starts the race with 2 or 3, stores more entries than the game: steering keys
 * count only 1 to 3 ms after a tick, the stick 2, 3 or 9 ms after it.
 */
function thinnedFrom(inputs: Inputs): (control: Control, timeMs: number) => boolean {
  const start = inputs.names.indexOf(START);
  const first = inputs.layout === 'newest-first' || start < 0 ? undefined : firstOf(inputs, start);
  if (first === undefined || first.value < 2 || first.value > 3) return () => false;
  return (control, timeMs) => {
    const rest = ((timeMs % 10) + 10) % 10;
    if (control === 'left' || control === 'right') return rest < 1 || rest > 3;
    return control === 'steer' && rest !== 2 && rest !== 3 && rest !== 9;
  };
}

function firstOf(inputs: Inputs, control: number): Entry | undefined {
  for (const entry of entriesOf(inputs)) if (entry.control === control) return entry;
  return undefined;
}
