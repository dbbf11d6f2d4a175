import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { app } from '#app.ts';
import { tintStylesheet } from '#lib/game-text/tints.ts';
import { openApi } from '#platform/lists/openapi.ts';
import { callTypes } from './client-calls.ts';
import { clientTypes } from './client-types.ts';
import { cutFonts } from './fonts/cut-fonts.ts';

/** Committed files that are generated from other sources, with their content. Add new ones here. */
const generated = async (): Promise<Map<string, string | Buffer>> =>
  new Map<string, string | Buffer>([
    ['src/lib/game-text/tints.css', tintStylesheet()],
    ['src/client/lists.d.ts', clientTypes(openApi(app.routes))],
    ['src/client/calls.d.ts', callTypes(openApi(app.routes))],
    // the package has its own copy
    ['src/client/fields.d.ts', await readFile('src/lib/wire/fields.ts')],
    ...(await cutFonts()),
  ]);

/** Returns each generated file that is not up to date. */
export async function generatedComplaints(): Promise<string[]> {
  const complaints: string[] = [];
  for (const [path, content] of await generated()) {
    const committed = await readFile(path).catch(() => null);
    if (!committed?.equals(Buffer.from(content))) {
      complaints.push(`${path} is stale: run node src/scripts/check-generated.ts --write`);
    }
  }
  return complaints;
}

if (import.meta.main) {
  if (process.argv.includes('--write')) {
    for (const [path, content] of await generated()) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
  }
  for (const complaint of await generatedComplaints()) {
    console.error(complaint);
    process.exitCode = 1;
  }
}
