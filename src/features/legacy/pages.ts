import { rowIdIn } from '#lib/codes/ids.ts';
import { routes } from '#routes/routes.ts';

/** Pages about something with an id, by their former `action`. */
const pagesById: Readonly<Record<string, (id: number) => string>> = {
  trackshow: routes.trackShow,
  trackreplayshow: routes.trackReplayShow,
  usershow: routes.userShow,
  threadshow: routes.threadShow,
};

/** The action whose track may be named by the UId of its file instead. */
export const namesUid = (action: string | undefined): boolean => action?.toLowerCase() === 'trackshow';

/** The address of a former page; null if there is none. A missing `action` means the home page. */
export function pageOf(action: string | undefined, id: string | undefined): string | null {
  const name = action?.toLowerCase();
  if (name === undefined) return routes.home();
  if (name === 'tracksearch') return routes.trackSearch();
  const page = Object.hasOwn(pagesById, name) ? pagesById[name] : undefined;
  const number = rowIdIn(id);
  return page && number !== null ? page(number) : null;
}
