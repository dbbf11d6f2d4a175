import { on } from './dom.ts';

/**
 * A relative time shows the exact one as a tooltip. It is added when the pointer comes to it, because in the HTML of a list it would be
 * the second copy of each date.
 */
export const startExactTimes = (): void =>
  on(document, 'pointerover', 'time[datetime$=Z]', HTMLTimeElement, (time) => {
    time.title = `${time.dateTime.slice(0, 16).replace('T', ' ')} UTC`;
  });
