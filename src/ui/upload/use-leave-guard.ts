import { useEffect, useRef, useState } from 'react';
import { isPlainClick, on } from '../dom.ts';

/**
 * Asks before unsaved work is lost: closing or reloading the page uses the browser's dialog, a link of the page uses ours, which can
 * name what is lost. Returns the requested destination and functions to continue.
 */
export function useLeaveGuard(unsaved: boolean) {
  const [wanted, setWanted] = useState<string | null>(null);
  const leaving = useRef(false);

  useEffect(() => {
    if (!unsaved) return;
    const guarding = new AbortController();
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    const onClick = (link: HTMLAnchorElement, event: MouseEvent) => {
      if (!leavesPage(event, link)) return;
      event.preventDefault();
      setWanted(link.href);
    };
    addEventListener('beforeunload', onUnload, guarding);
    on(document, 'click', 'a[href]', HTMLAnchorElement, onClick, guarding);
    return () => guarding.abort();
  }, [unsaved]);

  return {
    wanted,
    stay: () => setWanted(null),
    leave() {
      if (wanted === null) return;
      leaving.current = true;
      location.assign(wanted);
    },
  };
}

/** A plain click on a link that would replace this page. */
function leavesPage(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || !isPlainClick(event) || link.hasAttribute('download')) return false;
  if (link.target !== '' && link.target !== '_self') return false;
  const { origin, pathname, search } = new URL(link.href);
  const isHere = origin === location.origin && pathname === location.pathname && search === location.search;
  return !isHere;
}
