import { readHostName } from './address.ts';

/** Spellings of known hosts (with a port, in capitals) that are remembered as they were sent. */
const maxSpellings = 1000;

/** Host header → what is served there. Ports, letter case and a dot at the end are ignored. */
export function makeHostTable<T>(entries: readonly (readonly [hosts: readonly string[], value: T])[]) {
  const table = new Map<string, T>();
  for (const [hosts, value] of entries) for (const host of hosts) table.set(host, value);
  return (header: string | undefined): T | undefined => {
    if (!header) return undefined; // clients of HTTP/1.0 may omit it
    const known = table.get(header);
    if (known !== undefined) return known;
    const value = table.get(readHostName(header) ?? '');
    if (value !== undefined && table.size < maxSpellings) table.set(header, value);
    return value;
  };
}
