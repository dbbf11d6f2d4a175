import type { UiMode } from '#lib/codes/ui-mode.ts';
import { routes } from '#routes/routes.ts';
import { sendForm } from '#ui/api.ts';

/** Stores the mode in the profile; loaded when it is first needed. */
export const rememberMode = (mode: UiMode) =>
  sendForm('PUT', routes.toggleUi(mode), new URLSearchParams({ mode: String(mode) }));
