import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFixtures } from './fixture-specs.ts';

/** Where the pairs are stored. */
export const FIXTURES = join(import.meta.dirname, 'fixtures');

// node src/lib/gbx/tools/fixtures-cli.ts: rewrites all fixtures; review the changed files.
if (import.meta.main) {
  mkdirSync(FIXTURES, { recursive: true });
  for (const { name, bytes, expected } of makeFixtures()) {
    writeFileSync(join(FIXTURES, `${name}.gbx`), bytes);
    writeFileSync(join(FIXTURES, `${name}.expected.json`), expected);
  }
}
