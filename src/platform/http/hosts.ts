/** Host header → what is served there. Ports are ignored, as are capitals and a closing dot. */
export function makeHostTable<T>(entries: readonly (readonly [hosts: readonly string[], value: T])[]) {
  const table = new Map<string, T>();
  for (const [hosts, value] of entries) for (const host of hosts) table.set(host, value);
  return (header: string | undefined): T | undefined => {
    if (!header) return undefined; // HTTP/1.0 need not send one
    return table.get(header) ?? table.get(hostName(header));
  };
}

/** `TMNF.localhost:4321` → `tmnf.localhost` */
export function hostName(header: string): string {
  return header.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

/** The port as the person typed it, with its colon; empty for the scheme's own. */
export const portOf = (header: string): string => /:\d+$/.exec(header)?.[0] ?? '';
