const module = /\/astro\/dist\/core\/encryption\.js$/;
const declared = 'async function generateCspDigest(data, algorithm) {';

/**
 * Astro hashes the inline scripts of a page for its content security policy each time it renders it. Ours are the same few texts, so each is
 * hashed once.
 */
export function digestOnce() {
  return {
    name: 'digest-once',
    transform(code: string, id: string): string | undefined {
      if (!module.test(id)) return undefined;
      const changed = code.replace(
        declared,
        `const digests = new Map();
function generateCspDigest(data, algorithm) {
  const key = algorithm + data;
  if (!digests.has(key)) digests.set(key, digest(data, algorithm));
  return digests.get(key);
}
async function digest(data, algorithm) {`,
      );
      if (changed === code) throw new Error(`${id} has another generateCspDigest.`);
      return changed;
    },
  };
}
