/**
 * Loads code when it is first used. Without a network it rejects and requests nothing: a browser remembers for as long as the page lives
 * that a module could not be loaded, so a request now would fail later, too.
 */
export async function loaded<Module>(load: () => Promise<Module>): Promise<Module> {
  if (!navigator.onLine) throw new Error('There is no network.');
  return load();
}
