import { readFile, writeFile } from 'node:fs/promises';
import { tintStylesheet } from '#lib/game-text/tints.ts';

/** Committed files that a program writes again from their source. A new one is a line here. */
const generated: Readonly<Record<string, () => string | Promise<string>>> = {
  'src/lib/game-text/tints.css': tintStylesheet,
};

/** Each generated file that is not what its program would write today. */
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
