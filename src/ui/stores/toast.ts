import { hideFromTop, showOnTop } from './on-top.ts';

const shownMs = 4000;
/** A live region must exist before its text changes, otherwise screen readers do not announce it. */
const fadeInAfterMs = 50;

let place: HTMLElement | undefined;

function toastRegion(): HTMLElement {
  if (place?.isConnected) return place;
  place = document.createElement('div');
  place.className = 'toasts';
  place.setAttribute('role', 'status');
  return place;
}

/** Shows a short message, which disappears by itself and needs no response. */
export function toast(text: string, forMs = shownMs): void {
  const at = toastRegion();
  showOnTop(at);
  setTimeout(() => {
    const words = document.createElement('p');
    words.className = 'toast';
    words.textContent = text;
    at.append(words);
    setTimeout(() => {
      words.remove();
      if (!at.hasChildNodes()) hideFromTop(at);
    }, forMs);
  }, fadeInAfterMs);
}
