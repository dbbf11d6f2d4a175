/** What most visits do without: loaded together, with the first need of any of it. */
export { reloadUnlessTyping, sayWhatWasLeft } from '../stores/reload.ts';
export { copyLink } from './copy-link.ts';
export { sendLive } from './live-form.ts';
export { rememberMode } from './remember-mode.ts';
