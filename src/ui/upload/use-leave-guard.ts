import { useEffect, useRef, useState } from 'react';

/**
 * Asks before unsaved work is lost: closing or reloading the page uses the browser's dialog, a link of the page uses ours, which can
 * name what is lost. Returns the requested destination and functions to continue.
 */
export function useLeaveGuard(unsaved: boolean) {
  const [wanted, setWanted] = useState<string | null>(null);
  const leaving = useRef(false);

  useEffect(() => {
    if (!unsaved) return;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || !leavesPage(event, link)) return;
      event.preventDefault();
      setWanted(link.href);
    };
    addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick);
    return () => {
      removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick);
    };
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
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (event.defaultPrevented || !isPlain || link.hasAttribute('download')) return false;
  if (link.target !== '' && link.target !== '_self') return false;
  const { origin, pathname, search } = new URL(link.href);
  const isHere = origin === location.origin && pathname === location.pathname && search === location.search;
  return !isHere;
}
