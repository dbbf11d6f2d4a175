import { showPicture } from './picture-tip.ts';

/**
 * Shows more about the element at the pointer: the picture of a link, or the exact time of a relative one as its tooltip. In the HTML of
 * a list, the tooltip would be the second copy of each date.
 */
export function showMore(element: HTMLElement): void {
  if (!(element instanceof HTMLTimeElement)) void showPicture(element);
  else if (element.dateTime.endsWith('Z'))
    element.title = `${element.dateTime.slice(0, 16).replace('T', ' ')} UTC`;
}
