import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** One file of the project for the rules. Paths are relative to the root, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
  /** code only: for .astro the frontmatter and the scripts; comments are blanked */
  readonly code: string;
  readonly imports: readonly Import[];
}

export interface Import {
  readonly specifier: string;
  /** path from the root for our own files; undefined for packages, node: modules and Vite's aliases */
  readonly target: string | undefined;
}

const roots = ['src', 'sites', 'db'];

/** Every .ts, .tsx, .astro and .css file of the project's folders. */
export function readSources(root: string): Source[] {
  return roots.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|astro|css)$/.test(entry.name))
      .map((entry) => posix.join(entry.parentPath.slice(root.length + 1).replaceAll('\\', '/'), entry.name))
      .filter((path) => !path.endsWith('.d.ts'))
      .map((path) => source(path, readFileSync(join(root, path), 'utf8'))),
  );
}

export function source(path: string, text: string): Source {
  const written = path.endsWith('.astro') ? codeOfAstro(text) : path.endsWith('.css') ? '' : text;
  const imports = ts
    .preProcessFile(written, true, true)
    .importedFiles.map(({ fileName }) => ({ specifier: fileName, target: targetOf(path, fileName) }));
  return { path, text, code: withoutComments(written), imports };
}

/** Frontmatter and all scripts of an .astro file. */
function codeOfAstro(text: string): string {
  const frontmatter = /^\s*---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  return [frontmatter, ...scripts].join('\n');
}

/** Resolves package.json#imports and relative paths; anything else is a package. */
function targetOf(from: string, specifier: string): string | undefined {
  const plain = specifier.split('?')[0] ?? specifier;
  if (plain === '#site') return undefined;
  if (plain.startsWith('#sites/') || plain.startsWith('#db/')) return plain.slice(1);
  if (plain.startsWith('#')) return `src/${plain.slice(1)}`;
  if (plain.startsWith('.')) return posix.join(posix.dirname(from), plain);
  return undefined;
}

const blank = (comment: string) => comment.replaceAll(/[^\n]/g, ' ');

/** Replaces comments with spaces; strings stay. Handles strings but not regular expressions, which suffices for our code. */
function withoutComments(code: string): string {
  const pieces =
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|(\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*)/g;
  return code.replaceAll(pieces, (piece, text?: string) => (text === undefined ? blank(piece) : piece));
}
