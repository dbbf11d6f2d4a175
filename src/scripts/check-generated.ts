import { readFile, writeFile } from 'node:fs/promises';
import { tintStylesheet } from '#lib/game-text/tints.ts';

/** Committed files that are generated from other sources. Add new ones here. */
const generated: Readonly<Record<string, () => string | Promise<string>>> = {
  'src/lib/game-text/tints.css': tintStylesheet,
};

/** Returns each generated file that is not up to date. */
export async function generatedComplaints(): Promise<string[]> {
  const complaints: string[] = [];
  for (const [path, make] of Object.entries(generated)) {
    const committed = await readFile(path, 'utf8').catch(() => null);
    if (committed !== (await make())) {
      complaints.push(`${path} is stale: run node src/scripts/check-generated.ts --write`);
    }
  }
  return complaints;
}

if (import.meta.main) {
  if (process.argv.includes('--write')) {
    for (const [path, make] of Object.entries(generated)) await writeFile(path, await make());
  }
  for (const complaint of await generatedComplaints()) {
    console.error(complaint);
    process.exitCode = 1;
  }
}
