import { posix } from 'node:path';

/** Sections of RFCs are public; any other `§` cites a document that a reader of the repository does not have. */
const section = /(?<!RFC \d+ )(?<![\p{L}\p{N}])§|\bspec(?:ification)?s?§/u;
const outsideDocument = /\b(?:the specification\b(?! of )|spec\.(?:txt|md)\b|(?:as|per|see) spec\b)/i;
const markdownName = /(?<![\w{}$/:.-])[\w./-]+\.md\b(?!x)/g;
/** Source files with a folder, and tests, in comments and documents. */
const sourceName =
  /(?<![\w{}$/:.'"@#<>-])(?:(?:[\w-]+\/)+[\w.-]+|[\w-]+\.(?:db)?test)\.(?:tsx?|astro|css|sql)\b/g;
const comment = /(?:^|\s)(?:\/\/|\/?\*+)\s(.*)$/;
const markdownLink = /\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g;

/**
 * Citations in a file that lead nowhere, one sentence each: sections of unnamed documents, and names of and links to files
 * that are not in the repository. A path may be relative to the file or to the root, or be the end of a path; a bare name may
 * be that of any file with this name. Source files are looked for in comments and documents only, because strings are code. `files` contains all paths of the repository.
 */
export function deadCitations(path: string, text: string, files: ReadonlySet<string>): string[] {
  const exists = (target: string) =>
    files.has(posix.normalize(target)) ||
    files.has(posix.join(posix.dirname(path), target)) ||
    (!target.includes('/') && [...files].some((file) => posix.basename(file) === target));
  return text.split('\n').flatMap((line, index) => {
    const at = `${path}:${index + 1}`;
    const dead: string[] = [];
    if (section.test(line)) dead.push(`${at} cites a section: state the rule instead`);
    if (outsideDocument.test(line)) dead.push(`${at} cites a specification: state the rule instead`);
    for (const [name] of line.matchAll(markdownName))
      if (!exists(name)) dead.push(`${at} names ${name}, which does not exist`);
    const prose = path.endsWith('.md') ? line : (comment.exec(line)?.[1] ?? '');
    for (const [name] of prose.matchAll(sourceName))
      if (!exists(name) && ![...files].some((file) => file.endsWith(`/${name}`)))
        dead.push(`${at} names ${name}, which does not exist`);
    if (!path.endsWith('.md')) return dead;
    for (const [, target = ''] of line.matchAll(markdownLink)) {
      const isFolder = [...files].some((file) =>
        file.startsWith(`${posix.join(posix.dirname(path), target).replace(/\/$/, '')}/`),
      );
      if (!isFolder && !exists(target)) dead.push(`${at} links to ${target}, which does not exist`);
    }
    return dead;
  });
}
