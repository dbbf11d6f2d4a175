import type { TrackShowFile } from './page-data.ts';

export interface DependencyRow {
  label: 'Mod' | 'Music' | 'File';
  /** file name without folder and extension */
  name: string;
  /** download address in the file; only web addresses become links */
  url: string | null;
}

/** `Skins\Stadium\Mod\Night.zip` → `Night` */
const shortName = (path: string) => (path.split(/[\\/]/).at(-1) ?? path).replace(/\.[a-z0-9]{1,5}$/i, '');

const webAddress = (url: string | null) => (url && /^https?:\/\//i.test(url) ? url : null);

/** Mod and music first, each with the locator of its dependency; then the other files that the track needs. */
export function dependencyRows(
  facts: Pick<TrackShowFile['facts'], 'mod' | 'music' | 'dependencies'>,
): DependencyRow[] {
  const named = (label: 'Mod' | 'Music', path: string | null): DependencyRow[] => {
    if (!path) return [];
    const dependency = facts.dependencies.find(({ file }) => shortName(file) === shortName(path));
    return [{ label, name: shortName(path), url: webAddress(dependency?.url ?? null) }];
  };
  const first = [...named('Mod', facts.mod), ...named('Music', facts.music)];
  const rest = facts.dependencies
    .filter(({ file }) => !first.some((row) => row.name === shortName(file)))
    .map(({ file, url }): DependencyRow => ({ label: 'File', name: shortName(file), url: webAddress(url) }));
  return [...first, ...rest];
}
