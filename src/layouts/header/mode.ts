import { type UiMode, uiModes } from '#lib/codes/ui-mode.ts';
import { findAll, on } from '#ui/dom.ts';
import { withCode } from '#ui/live/live-start.ts';

/**
 * Auto, night or day. The cookie is for pages that are the same for everybody: visitors' and prerendered ones (first-mode.ts reads it);
 * a user's choice is also stored in the profile, which takes precedence on every page rendered for that user.
 */
const isSecure = location.protocol === 'https:';
const cookie = isSecure ? '__Host-ui_mode' : 'ui_mode';
const oneYearSeconds = 31_536_000;
const root = document.documentElement;

function shown(): UiMode {
  const names: readonly (string | undefined)[] = uiModes;
  const mode = names.indexOf(root.dataset.mode);
  return Math.max(0, mode) as UiMode; // an index of uiModes, or auto
}

function show(mode: UiMode) {
  root.dataset.mode = uiModes[mode];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${cookie}=${mode}; path=/; max-age=${oneYearSeconds}; samesite=lax${isSecure ? '; secure' : ''}`;
  for (const button of findAll(document, '[data-mode-choice]', HTMLElement)) {
    button.setAttribute('aria-pressed', String(Number(button.dataset.modeChoice) === mode));
  }
}

export function startModes() {
  show(shown());
  on(document, 'click', '[data-mode-choice]', HTMLElement, (button) => {
    const mode = Number(button.dataset.modeChoice) as UiMode; // written by ModeButtons.astro from uiModes
    show(mode);
    // if this fails, only other devices do not get it: this page has already changed
    if (root.dataset.viewer === 'person') {
      withCode(({ rememberMode }) => rememberMode(mode));
    }
  });
}

/** Applies the theme of the profile. */
export const adoptMode = (mode: UiMode) => show(mode);
