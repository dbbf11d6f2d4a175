import { CLOCK_OFFSETS_MS } from '../read/inputs.ts';
import { AXIS_FULL, type Control, type InputEvent } from '../run/input-events.ts';
import type { ByteWriter } from './byte-writer.ts';

const TMINTERFACE_SHIFT_MS = 0xffff;

const NAMES: Record<Control, readonly [since: string, before: string]> = {
  accelerate: ['Accelerate', 'Accelerate'],
  brake: ['Brake', 'Brake'],
  left: ['SteerLeft', 'Steer left'],
  right: ['SteerRight', 'Steer right'],
  steer: ['Steer', 'Steer (analog)'],
  gas: ['Gas', 'Accelerate (analog)'],
  respawn: ['Respawn', 'Respawn'],
  horn: ['Horn', 'Horn'],
  start: ['_FakeIsRaceRunning', ''],
  finish: ['_FakeFinishLine', ''],
};

const controlsOf = (events: readonly InputEvent[]): Control[] => [
  ...new Set(events.map(({ control }) => control)),
];

const isAxis = (control: Control): boolean => control === 'steer' || control === 'gas';

/** The stick is stored negated, both axes as 24 bits with a sign. */
const rawOf = ({ control, value }: InputEvent): number =>
  isAxis(control) ? (control === 'steer' ? -value : value) & 0xff_ffff : value;

/** Writes inputs as stored by TMO and later, on the clock of the race. `shifted`: as TMInterface shifts its clock. */
export function writeInputs(
  w: ByteWriter,
  durationMs: number,
  events: readonly InputEvent[],
  shifted: boolean,
): void {
  if (events.length === 0) {
    w.u32(0);
    return;
  }
  const controls = controlsOf(events);
  w.u32(durationMs);
  w.u32(0);
  w.u32(controls.length);
  for (const control of controls) w.id(NAMES[control][0]);
  w.u32(events.length);
  w.u32(0);
  const start = CLOCK_OFFSETS_MS.ascending + (shifted ? TMINTERFACE_SHIFT_MS : 0);
  for (const event of events) {
    w.u32(start + event.timeMs);
    w.u8(controls.indexOf(event.control));
    w.u32(rawOf(event));
  }
}

/** Writes inputs as stored by TM 1.0 and Power Up, which know no events for start and finish: newest first. */
export function writeOldInputs(w: ByteWriter, durationMs: number, all: readonly InputEvent[]): void {
  w.u32(durationMs);
  if (durationMs === 0) return;
  const events = all.filter(({ control }) => NAMES[control][1] !== '');
  const controls = controlsOf(events);
  w.u32(0);
  w.u32(controls.length);
  for (const control of controls) {
    w.u32(isAxis(control) ? 1 : 0);
    w.u32(0);
    w.string(NAMES[control][1]);
  }
  w.u32(events.length + 1);
  for (const event of events.toReversed()) {
    w.u32(CLOCK_OFFSETS_MS['newest-first'] + event.timeMs);
    w.u32(controls.indexOf(event.control));
    if (isAxis(event.control)) w.f32(((event.control === 'steer' ? -1 : 1) * event.value) / AXIS_FULL);
    else w.u32(event.value === 0 ? 0 : 0x80);
  }
  w.u32(0);
}
