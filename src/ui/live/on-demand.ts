/** Code that most visits do not need: loaded together, when any of it is first used. */
export { keepWhenSent, restoreTyped } from '../stores/kept.ts';
export { reloadUnlessTyping, showStoredMessage } from '../stores/reload.ts';
export { sendLive } from './live-form.ts';
export { rememberMode } from './remember-mode.ts';
