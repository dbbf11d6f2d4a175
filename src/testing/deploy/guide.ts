import { readFileSync } from 'node:fs';

const folder = 'src/deploy';

/** A file of the guide. */
export const example = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');

/** The blocks of the guide that are run as they stand, in their order. */
export function runBlocks(): string[] {
  return [...example('README.md').matchAll(/^```sh\n# run\n([\s\S]*?)^```$/gm)].map(
    ([, block = '']) => block,
  );
}

/** The settings file as systemd and sh read it. */
export function exampleSettings(): Record<string, string> {
  const lines = [...example('paddock.env').matchAll(/^([A-Z_]+)='([^']*)'$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}
