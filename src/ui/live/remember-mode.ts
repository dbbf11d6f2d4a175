import type { UiMode } from '#lib/codes/ui-mode.ts';
import { routes } from '#routes/routes.ts';
import { sendForm, tokenField } from '#ui/api.ts';

/** Stores the mode in the profile; loaded when it is first needed. */
export const rememberMode = (mode: UiMode) =>
  sendForm('PUT', routes.toggleUi(mode), new URLSearchParams({ mode: String(mode) }), pageToken());

/** The token of the page's own forms: a signed-in page always has the form that signs out. */
const pageToken = () => document.querySelector<HTMLInputElement>(`input[name="${tokenField}"]`)?.value ?? '';
