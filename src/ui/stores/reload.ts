import { toast } from './toast.ts';
import { holdsTyped } from './typed.ts';

/** Reloads the page; if something is being typed, shows a message instead. */
export function reloadUnlessTyping(): void {
  if (holdsTyped(document)) toast('Something changed in another tab. Reload this page to see it.');
  else location.reload();
}

const key = 'toast';

/** Loads the page again and says this afterwards. */
export function reloadSaying(text: string | undefined): void {
  if (text) sessionStorage.setItem(key, text);
  location.reload();
}

/** The message to show after this load. */
export function sayWhatWasLeft(): void {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (text) toast(text);
}
