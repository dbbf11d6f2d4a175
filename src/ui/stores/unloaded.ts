import { find } from '../dom.ts';

const unloadedMessage = () => find(document, '[data-unloaded]', HTMLElement);

/** How long the message stays in browsers without popovers; in others a click, Escape or a window closes it. */
const shownMs = 6000;

/**
 * Shows that code which is loaded when it is first used could not be loaded; the next use requests it again. The message is part of
 * every page (Base.astro), because toasts are loaded when they are first used, too.
 */
export function showUnloaded(): void {
  const message = unloadedMessage();
  if (!message) return;
  message.hidden = false;
  if (typeof message.showPopover === 'function') message.showPopover();
  else
    setTimeout(() => {
      message.hidden = true;
    }, shownMs);
}

/**
 * What happens when code cannot be loaded. If the server responds, a deployment has replaced the files of this page, so the link
 * or form works as without scripts. Otherwise the page stays, with what was typed on it: leaving it would show an error page of the
 * browser, and only some browsers restore the text after that.
 */
export async function orWithoutScript(goOn: () => void): Promise<void> {
  // the address is in the page: the scripts of every page do not bring the code that makes addresses
  const isThere = await fetch(unloadedMessage()?.dataset.unloaded ?? '', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) goOn();
  else showUnloaded();
}

/** The same for code that nothing waits for: the page works without it, so only a server that is away is reported. */
export const reportUnloaded = (): Promise<void> => orWithoutScript(() => {});
