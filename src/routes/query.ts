/** The query of an address: `?name=value&…` without null values; '' if there are none. */
export const query = (parts: Readonly<Record<string, string | number | null>>): string => {
  const given = Object.entries(parts).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};
