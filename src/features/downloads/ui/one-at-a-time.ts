let isBusyHere = false;

/**
 * Runs one download at a time, in all tabs of this edition; returns 'busy' if another one is running. A lock ends with its tab,
 * so a tab that crashed does not block the others. Pages without a secure connection have no locks: there it works only within
 * the tab.
 */
export async function whileBusy<T>(download: () => Promise<T>): Promise<T | 'busy'> {
  if (isBusyHere) return 'busy';
  isBusyHere = true;
  try {
    if (!navigator.locks) return await download();
    return await navigator.locks.request('paddock-download', { ifAvailable: true }, (lock) =>
      lock ? download() : 'busy',
    );
  } finally {
    isBusyHere = false;
  }
}
