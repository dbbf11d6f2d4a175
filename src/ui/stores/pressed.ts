import { findAll } from '../dom.ts';

/** Toggles that were pressed on this page, by the key of what they toggle, which may have several buttons. */
const pressed = new Map<string, boolean>();
const followers = new Set<() => void>();

export const isPressed = (key: string): boolean | undefined => pressed.get(key);

/** Updates every button of this key: those of islands are subscribed, those rendered by the server are changed here. */
export function setPressed(key: string, on: boolean): void {
  pressed.set(key, on);
  for (const button of findAll(document, `[data-toggle="${CSS.escape(key)}"]`, HTMLButtonElement)) {
    button.setAttribute('aria-pressed', String(on)); // Firefox has the property only since 119
    if (button.dataset.wants !== undefined) button.value = String(!on);
  }
  for (const follow of followers) follow();
}

export function followPressed(follow: () => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}
