import { readHostName } from './address.ts';

/** Spellings of known hosts (with a port, in capitals) that are remembered as they come. */
const mostSpellings = 1000;

/** Host header → what is served there. Ports are ignored, as are capitals and a closing dot. */
export function makeHostTable<T>(entries: readonly (readonly [hosts: readonly string[], value: T])[]) {
  const table = new Map<string, T>();
  for (const [hosts, value] of entries) for (const host of hosts) table.set(host, value);
  return (header: string | undefined): T | undefined => {
    if (!header) return undefined; // HTTP/1.0 need not send one
    const known = table.get(header);
    if (known !== undefined) return known;
    const value = table.get(readHostName(header) ?? '');
    if (value !== undefined && table.size < mostSpellings) table.set(header, value);
    return value;
  };
}
