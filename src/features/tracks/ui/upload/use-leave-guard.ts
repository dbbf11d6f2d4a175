import { useEffect, useRef, useState } from 'react';

/**
 * While there is unsaved work: closing the page or loading another asks in the browser's words, and a link of the
 * page in ours, which can say what is lost. Answers with where the person wants to go, and the ways on.
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
