/** What is stored with an entry of the browser's history. */
export interface HistoryEntry {
  /** unique within a tab */
  readonly entry: number;
  /** px from the top of the page */
  readonly scroll: number;
}

/** What a list uses of the browser; tests supply their own. */
export interface ListEnvironment {
  now(): number;
  fetch(path: string, signal: AbortSignal): Promise<Response>;
  /** calls `then` after a while, unless the signal was aborted */
  wait(ms: number, signal: AbortSignal, then: () => void): void;
  readonly history: {
    /** the query of the address, '' or '?…' */
    search(): string;
    entry(): HistoryEntry | null;
    push(search: string, entry: HistoryEntry): void;
    replace(entry: HistoryEntry): void;
    scrollY(): number;
    /** calls `back` after Back or Forward changed the address, `leave` before the page goes away; returns a function that ends it */
    follow(back: () => void, leave: () => void): () => void;
  };
}

function isEntry(state: unknown): state is HistoryEntry {
  return (
    typeof state === 'object' &&
    state !== null &&
    typeof Reflect.get(state, 'entry') === 'number' &&
    typeof Reflect.get(state, 'scroll') === 'number'
  );
}

/** The real browser. Nothing is read before it is used, so that the module loads on the server. */
export const browserEnvironment: ListEnvironment = {
  now: () => Date.now(),
  fetch: (path, signal) => fetch(path, { signal, headers: { accept: 'application/json' } }),
  wait(ms, signal, then) {
    const timer = setTimeout(then, ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  },
  history: {
    search: () => location.search,
    entry: () => (isEntry(history.state) ? history.state : null),
    push: (search, entry) => history.pushState(entry, '', location.pathname + search),
    replace: (entry) => history.replaceState(entry, ''),
    scrollY: () => Math.round(scrollY),
    follow(back, leave) {
      // rows arrive after the address changes, so the browser would restore a place that does not exist yet
      history.scrollRestoration = 'manual';
      addEventListener('popstate', back);
      addEventListener('pagehide', leave);
      return () => {
        history.scrollRestoration = 'auto';
        removeEventListener('popstate', back);
        removeEventListener('pagehide', leave);
      };
    },
  },
};
