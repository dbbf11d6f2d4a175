/** The part after the path: `?name=value&…` of what is there, nothing for nothing. */
export const query = (parts: Readonly<Record<string, string | number | null>>): string => {
  const given = Object.entries(parts).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};
