import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type ConvertToTsxResult, convertToTsx } from '@astrojs/astro2tsx';

/** The TypeScript that represents the .astro files below `root`/src, in a folder that nothing else uses. */
export interface ConvertedPages {
  /** a project of all TypeScript and the converted files */
  readonly project: string;
  /** errors of the conversion: what is no valid .astro file */
  readonly complaints: readonly string[];
  /** A line of the compiler, with the place in the .astro file instead of the converted one. */
  original(line: string): string;
}

interface Converted {
  readonly file: string;
  readonly source: string;
  readonly code: string;
  readonly mappings: ConvertToTsxResult['mappings'];
}

/**
 * Converts every .astro file, as `astro check` does, into one of TSX and one of TypeScript for each of its module scripts, so
 * that the native compiler checks them together with everything else.
 */
export function convertPages(root: string): ConvertedPages {
  const folder = join('.cache', 'pages');
  rmSync(join(root, folder), { recursive: true, force: true });
  const complaints: string[] = [];
  const byPath = new Map<string, Converted>();
  const write = (path: string, converted: Converted) => {
    byPath.set(path.replaceAll('\\', '/'), converted);
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), withImportsOf(converted, folder));
  };
  for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.astro')) continue;
    const file = join('src', name);
    const source = readFileSync(join(root, file), 'utf8');
    const { code, mappings, scripts, diagnostics } = convertToTsx(source, { filename: file });
    for (const { message, severity, position } of diagnostics)
      if (severity <= 2) complaints.push(`${file}(${placeAt(source, position.start)}): ${message}`);
    write(join(folder, `${file}.tsx`), { file, source, code, mappings });
    for (const [index, { type, content, position }] of scripts.entries()) {
      if (type !== 'processed-module' && type !== 'module') continue;
      const whole: ConvertToTsxResult['mappings'][number] = [
        0,
        content.length,
        position.start,
        content.length,
        0,
      ];
      write(join(folder, `${file}.${index}.mts`), { file, source, code: content, mappings: [whole] });
    }
  }
  const project = join(root, folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify(projectAt('../..')));
  return { project, complaints, original: (line) => originalOf(line, byPath) };
}

/** The settings of the project, with what Astro adds for .astro files. */
const projectAt = (root: string) => ({
  extends: `${root}/tsconfig.json`,
  include: [
    ...['src', 'sites', 'db', '*.ts', 'astro.config.mjs'].map((path) => `${root}/${path}`),
    ...['env.d.ts', 'astro-jsx.d.ts'].map((name) => `${root}/node_modules/astro/${name}`),
    '**/*',
  ],
  exclude: [],
});

/** Its imports lead from the converted file to other converted ones, and to the sources of everything else. */
function withImportsOf({ file, code }: Converted, folder: string): string {
  const lead = (to: string) => {
    const isPage = to.endsWith('.astro');
    if (!to.startsWith('.') && !isPage) return to;
    const target = to.startsWith('#') ? join('src', to.slice(1)) : join(dirname(file), to);
    const path = relative(dirname(join(folder, file)), isPage ? join(folder, `${target}.tsx`) : target);
    return (path.startsWith('.') ? path : `./${path}`).replaceAll('\\', '/');
  };
  return code.replace(
    /(\bfrom\s*|\bimport\s*\(?\s*)(['"])([.#][^'"\n]*)\2/g,
    (_, before: string, quote: string, to: string) => `${before}${quote}${lead(to)}${quote}`,
  );
}

const lineAndColumn = /^(.+?)\((\d+),(\d+)\)(: .*)$/s;

function originalOf(line: string, byPath: ReadonlyMap<string, Converted>): string {
  const [, path = '', row = '', column = '', rest = ''] = lineAndColumn.exec(line) ?? [];
  const converted = byPath.get(path);
  if (!converted) return line;
  const { file, source, code, mappings } = converted;
  const before = code.split('\n').slice(0, Number(row) - 1);
  const offset = before.reduce((sum, text) => sum + text.length + 1, 0) + Number(column) - 1;
  const last = mappings.findLast(([start]) => start <= offset);
  const at = last ? last[2] + Math.min(offset - last[0], last[3]) : 0;
  return `${file}(${placeAt(source, at)})${rest}`;
}

/** Line and column of an offset, as the compiler names them. */
function placeAt(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `${lines.length},${(lines.at(-1)?.length ?? 0) + 1}`;
}
