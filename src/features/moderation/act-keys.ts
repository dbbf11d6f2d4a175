/** Keys that the page of a case uses for something other than acts. */
const reserved = 'jkntusx';
const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/**
 * A key for each label: its first letter, otherwise another of its letters, otherwise any unused letter; null if none is left.
 */
export function keysOf(labels: readonly string[]): readonly (string | null)[] {
  const taken = new Set(reserved);
  const take = (letters: string): string | null => {
    const key = [...letters].find((letter) => alphabet.includes(letter) && !taken.has(letter)) ?? null;
    if (key !== null) taken.add(key);
    return key;
  };
  const lower = labels.map((label) => label.toLowerCase());
  const firsts = lower.map((label) => take(label.charAt(0)));
  const others = lower.map((label, index) => firsts[index] ?? take(label));
  return others.map((key) => key ?? take(alphabet));
}
