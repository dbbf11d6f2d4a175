/**
 * Limits short work to so many pieces at a time; the others wait in order. For work that every request needs and that may not be
 * refused; FairLane shares longer work between clients.
 */
export function atMost(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve)); // the work before passes its place on
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
