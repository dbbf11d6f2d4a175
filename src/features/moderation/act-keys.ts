/** Keys of the page of a case that do something else. */
const reserved = 'jkntusx';

/** A key for each label, in their order: a letter of its first words that no other one has; null where none is left. */
export function keysOf(labels: readonly string[]): readonly (string | null)[] {
  const taken = new Set(reserved);
  return labels.map((label) => {
    const letters = [...label.toLowerCase()].filter((letter) => /[a-z]/.test(letter));
    const key = letters.find((letter) => !taken.has(letter)) ?? null;
    if (key !== null) taken.add(key);
    return key;
  });
}
