import { find } from '#ui/dom.ts';
import { readRun } from '../../viewer/ui/read-run.ts';
import { loadSolid } from '../../viewer/ui/space/load-solid.ts';
import { Stage } from '../../viewer/ui/space/stage.ts';
import { type Flight, flightAlong, flightAround, shareAfter } from '../flight.ts';

const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
/** A frame that took longer was a hidden tab. */
const longestFrameMs = 250;

let end: (() => void) | null = null;
let isOpening = false;

/** Begins the flight of a button, or ends it. */
export async function pressFlyOver(button: HTMLButtonElement): Promise<void> {
  if (isOpening) return;
  if (end) {
    end();
    return;
  }
  isOpening = true;
  button.setAttribute('aria-busy', 'true');
  try {
    end = await flyOver(button, () => {
      end = null;
    });
  } finally {
    button.removeAttribute('aria-busy');
    isOpening = false;
  }
}

/**
 * Shows the track of a button from above, in the place of its drawing, and takes that away again when the flight is over. Returns what
 * ends the flight earlier; null if it could not begin, which is said below the drawing.
 */
async function flyOver(button: HTMLButtonElement, ended: () => void): Promise<(() => void) | null> {
  const face = button.parentElement;
  if (!face) return null;
  find(face, '.flyover__problem', HTMLElement)?.remove();
  const box = document.createElement('div');
  box.className = 'flyover';
  const [drawn, names] = [document.createElement('canvas'), document.createElement('canvas')];
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', 'A flight over the track');
  if (drawn.getContext('webgl2') === null) {
    face.append(problem('This browser cannot show the track in three dimensions.'));
    return null;
  }
  let opened: { readonly stage: Stage; readonly flight: Flight };
  try {
    const solid = await loadSolid(button.dataset.fly ?? '');
    const flight = (await alongRecord(button.dataset.record)) ?? flightAround(solid.things.places);
    opened = { stage: new Stage(drawn, names, solid), flight };
  } catch {
    face.append(problem('The track couldn’t be loaded in three dimensions. Try again later.'));
    return null;
  }
  const { stage, flight } = opened;
  box.append(drawn, names);
  face.append(box);
  stage.setRuns([], []);
  const observer = new ResizeObserver(() => {
    stage.resize(box.clientWidth, box.clientHeight);
    delete drawn.dataset.share; // a still is drawn again
  });
  observer.observe(box);
  stage.resize(box.clientWidth, box.clientHeight);
  button.setAttribute('aria-pressed', 'true');
  let [frame, passedMs, lastAt] = [0, 0, performance.now()];
  const stop = () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('keydown', pressed);
    observer.disconnect();
    drawn.removeEventListener('webglcontextlost', stop); // disposing loses it as well
    stage.dispose();
    box.remove();
    button.setAttribute('aria-pressed', 'false');
    ended();
  };
  const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && stop();
  document.addEventListener('keydown', pressed);
  drawn.addEventListener('webglcontextlost', stop);
  const fly = (now: number) => {
    passedMs += Math.min(longestFrameMs, Math.max(0, now - lastAt));
    lastAt = now;
    const isStill = isMotionReduced();
    const share = shareAfter(flight, passedMs, isStill);
    if (share === null) {
      stop();
      return;
    }
    const shown = share.toFixed(3);
    if (!isStill || drawn.dataset.share !== shown) stage.drawLook(flight.lookAt(share), isStill ? null : now);
    drawn.dataset.share = shown;
    frame = requestAnimationFrame(fly);
  };
  frame = requestAnimationFrame(fly);
  return stop;
}

/** Along the record's line; null without a record, or if it cannot be read. */
async function alongRecord(address: string | undefined): Promise<Flight | null> {
  if (!address) return null;
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return null;
  const read = await readRun(new Uint8Array(await response.arrayBuffer()), null);
  return read.ok ? flightAlong(read.run) : null;
}

function problem(text: string): HTMLElement {
  const note = document.createElement('p');
  note.className = 'flyover__problem note note--warn';
  note.setAttribute('role', 'status');
  note.textContent = text;
  return note;
}
