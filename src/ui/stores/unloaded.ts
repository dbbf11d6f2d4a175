/**
 * Shows that code which is loaded when it is first used could not be loaded; the next use requests it again. The message is part of
 * every page (Base.astro), because toasts are loaded when they are first used, too. A click, Escape or a window closes it.
 */
export const showUnloaded = (): void => document.querySelector<HTMLElement>('[data-unloaded]')?.showPopover();
