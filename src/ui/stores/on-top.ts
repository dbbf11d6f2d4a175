import { findAll } from '../dom.ts';

/**
 * Shows an element above everything, open dialogs included. Browsers without popovers (up to Chrome 113, Firefox 124 and Safari
 * 16) show only what is inside a dialog above it, so there the element moves into the newest open one.
 */
export function showOnTop(element: HTMLElement): void {
  element.hidden = false;
  if (typeof element.showPopover === 'function') {
    element.popover ??= 'manual';
    if (!element.isConnected) document.body.append(element);
    // shown again each time, so that it is above a dialog that has opened in the meantime
    element.hidePopover();
    element.showPopover();
    return;
  }
  const place = findAll(document, 'dialog:modal', HTMLElement).at(-1) ?? document.body;
  if (element.parentElement !== place) place.append(element);
}

/** Hides what `showOnTop` has shown. */
export function hideFromTop(element: HTMLElement): void {
  element.hidden = true;
  if (element.isConnected) element.hidePopover?.();
}
