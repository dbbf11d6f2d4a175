import { find } from '#ui/dom.ts';
import type { DrawnLine } from '../drawn-line.ts';
import { GrowingLine } from './growing-line.ts';

/**
 * Draws the record's line over the drawing that the switch belongs to: now, and whenever the pointer or the focus comes to the
 * drawing, unless the line was switched off.
 */
export async function showRecordLine(button: HTMLButtonElement): Promise<void> {
  const face = button.parentElement;
  const response = await fetch(button.dataset.line ?? '').catch(() => null);
  if (!face || !response?.ok) {
    button.remove(); // the file contains no movement, or the result became secret
    return;
  }
  const drawn: DrawnLine = await response.json();
  const line = new GrowingLine(drawn);
  face.append(line.picture, line.clock);
  const show = () => {
    button.setAttribute('aria-pressed', 'true');
    line.show();
  };
  const again = () => {
    if (button.getAttribute('aria-pressed') === 'true' && !line.isGrowing) show();
  };
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-pressed') === 'false') show();
    else {
      button.setAttribute('aria-pressed', 'false');
      line.hide();
    }
  });
  face.addEventListener('pointerenter', again);
  find(face, 'a', HTMLAnchorElement)?.addEventListener('focus', again);
  show();
}
