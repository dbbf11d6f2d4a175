/** Asks other tabs to reload. */
const refresh = 'request_refresh';

let channel: BroadcastChannel | undefined;

/** Tabs of one edition share an origin, so one channel; one end of it per tab, which does not hear itself. */
function ownEnd(): BroadcastChannel {
  channel ??= new BroadcastChannel('paddock');
  return channel;
}

/** Tells the other tabs that what they show is no longer so. */
export const requestRefresh = (): void => ownEnd().postMessage(refresh);

/** Hears what other tabs ask for. */
export function followRefresh(heard: () => void): void {
  ownEnd().addEventListener('message', ({ data }) => {
    if (data === refresh) heard();
  });
}
