/**
 * Returns a function that loads code, for its first use. Without a network it rejects and requests nothing until the code has arrived: a
 * browser remembers for as long as the page lives that a module could not be loaded, so a request would make later ones fail, too.
 */
export function loader<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let hasArrived = false;
  return async () => {
    if (!hasArrived && navigator.onLine === false) throw new Error('There is no network.');
    const code = await load();
    hasArrived = true;
    return code;
  };
}
