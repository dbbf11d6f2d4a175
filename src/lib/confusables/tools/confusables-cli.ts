import { readFile, writeFile } from 'node:fs/promises';

/**
 * Generates table.generated.ts from confusables.txt of Unicode's UTS #39:
 * `node src/lib/confusables/tools/confusables-cli.ts confusables.txt 15.0.0`. Letters that compatibility decomposition changes
 * are left out, because `skeleton` decomposes first.
 */
const [path = '', version = ''] = process.argv.slice(2);
const text = (codes: string) =>
  String.fromCodePoint(
    ...codes
      .trim()
      .split(/\s+/)
      .map((code) => Number.parseInt(code, 16)),
  );

const alike = new Map<string, string[]>();
for (const line of (await readFile(path, 'utf8')).split('\n')) {
  const [source = '', target = ''] = line.replace(/^\uFEFF/, '').split(';');
  if (!/^[0-9A-F]{4,6}\s*$/.test(source)) continue;
  const letter = text(source);
  if (letter.normalize('NFKD') !== letter || /[\p{Cc}\p{Zs}\p{DI}]/u.test(letter)) continue;
  const prototype = text(target)
    .normalize('NFKD')
    .replace(/\p{DI}/gu, '');
  if (prototype !== letter && prototype !== '')
    alike.set(prototype, [...(alike.get(prototype) ?? []), letter]);
}

const escaped = (plain: string) =>
  Array.from(plain, (letter) =>
    /[\w!#%&()*+,./:;<=>?@[\]^{|}~-]/.test(letter) && letter < '\x7f'
      ? letter
      : `\\u{${letter.codePointAt(0)?.toString(16)}}`,
  ).join('');
const rows = [...alike]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([prototype, letters]) => ({ prototype, letters }));
const source = `// Made by confusables-cli.ts from confusables.txt ${version} of Unicode Technical Standard #39.
// Data: copyright Unicode, Inc., used under the Unicode License v3, https://www.unicode.org/license.txt

/** Each prototype, and all letters that are drawn like it. */
export const lookAlikes: readonly (readonly [prototype: string, letters: string])[] = [
${rows.map(({ prototype, letters }) => `  ['${escaped(prototype)}', '${escaped(letters.join(''))}'],`).join('\n')}
];
`;
await writeFile(new URL('../table.generated.ts', import.meta.url), source);
console.log(`${[...alike.values()].flat().length} letters, ${alike.size} prototypes, ${source.length} bytes`);
