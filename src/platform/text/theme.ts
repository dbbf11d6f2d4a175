import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The colours of an edition at night, by token, and its masthead with them; null if its files are elsewhere. */
export interface EditionLook {
  readonly colours: ReadonlyMap<string, string>;
  /** drawing of 2400 × 200 */
  readonly masthead: string | null;
  /** the width of letters in headings, 1 as designed */
  readonly stretch: number;
  readonly isUpperCase: boolean;
}

const tokenPattern = /--([\w-]+)\s*:\s*([^;]+);/g;

/** `light-dark(day, night)` → night; other values as they are. */
const atNight = (value: string): string =>
  (/^light-dark\(\s*[^,]+,\s*(.+)\)$/.exec(value.trim())?.[1] ?? value).trim();

/** Reads the theme and the masthead of an edition. */
export async function editionLook(code: string): Promise<EditionLook> {
  const { resolve } = createRequire(import.meta.url);
  const read = async (name: string) => {
    try {
      return await readFile(resolve(`#sites/${code}/${name}`), 'utf8');
    } catch {
      return null;
    }
  };
  const [theme, masthead] = await Promise.all([read('theme.css'), read('masthead.svg')]);
  const colours = new Map(
    [...(theme ?? '').matchAll(tokenPattern)].map(([, token = '', value = '']) => [token, atNight(value)]),
  );
  return {
    colours,
    masthead:
      masthead?.replace(
        /var\(--([\w-]+)(?:,([^)]*))?\)/g,
        (_, token: string, otherwise = '#888') => colours.get(token) ?? otherwise,
      ) ?? null,
    stretch: Number.parseFloat(colours.get('d-wdth') ?? '100') / 100 || 1,
    isUpperCase: colours.get('d-case') === 'uppercase',
  };
}
