/** A style sheet by its path. */
export interface Sheet {
  readonly path: string;
  readonly text: string;
}

/** Every page has these parts. */
const isGeneral = ({ path }: Sheet) => /^src\/(styles|ui|layouts)\//.test(path);

/** The selectors of a sheet one by one; those of `@font-face` and of steps of an animation are none. */
function selectorsOf({ text }: Sheet): string[] {
  const rules = text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g);
  return [...rules].flatMap(([, list = '']) => {
    const selector = list.trim().replace(/\s+/g, ' ');
    return /^(@|from$|to$|\d+%)/.test(selector) ? [] : selector.split(/,\s*(?![^(]*\))/);
  });
}

const classesOf = (selector: string) => selector.match(/\.[a-z][\w-]*/gi) ?? [];
/** What a selector is about first: all before the first space or combinator outside parentheses. */
const firstOf = (selector: string) => /^(?:\([^)]*\)|[^\s>+~(])+/.exec(selector)?.[0] ?? '';

/**
 * The selectors of features and pages that could style what belongs to others. All pages load all sheets, so each selector must
 * have a class with which no other sheet begins a selector, or ask for an attribute.
 */
export function strangersIn(sheets: readonly Sheet[]): string[] {
  const beginners = new Map<string, Set<string>>();
  for (const sheet of sheets)
    for (const name of selectorsOf(sheet).flatMap((selector) =>
      classesOf(firstOf(selector.replace(/:(has|not)\([^)]*\)/g, ''))),
    ))
      beginners.set(name, (beginners.get(name) ?? new Set()).add(sheet.path));
  const isOwn = (path: string) => (name: string) =>
    [...(beginners.get(name) ?? [])].every((beginner) => beginner === path);
  return sheets
    .filter((sheet) => !isGeneral(sheet))
    .flatMap((sheet) =>
      selectorsOf(sheet)
        .filter((selector) => !selector.includes('[') && !classesOf(selector).some(isOwn(sheet.path)))
        .map((selector) => `${sheet.path}: ${selector}`),
    );
}
