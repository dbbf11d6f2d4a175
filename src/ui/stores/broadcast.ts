/** Asks other tabs to reload. */
const refresh = 'request_refresh';

let channel: BroadcastChannel | undefined;

/** Tabs of one edition share an origin, and so a channel. Each tab has one instance, which does not receive its own messages. */
function ownChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('paddock');
  return channel;
}

/** Notifies the other tabs that their contents are outdated. */
export const requestRefresh = (): void => ownChannel().postMessage(refresh);

/** Calls `onRequest` when another tab requests a reload. */
export function followRefresh(onRequest: () => void): void {
  ownChannel().addEventListener('message', ({ data }) => {
    if (data === refresh) onRequest();
  });
}
