import { toast } from './toast.ts';
import { hasTypedText } from './typed.ts';

/** Reloads the page; if something is being typed, shows a message instead. */
export function reloadUnlessTyping(): void {
  if (hasTypedText(document)) toast('Something changed in another tab. Reload this page to see it.');
  else location.reload();
}

const key = 'toast';

/** Reloads the page and shows this message afterwards. */
export function reloadWithMessage(text: string | undefined): void {
  if (text) sessionStorage.setItem(key, text);
  location.reload();
}

/** The message to show after this load. */
export function showStoredMessage(): void {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (text) toast(text);
}
