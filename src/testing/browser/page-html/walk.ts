import { userLists } from '#features/users/page/page-data.ts';
import { routes } from '#routes/routes.ts';
import { attributeOf, elementsOf, parseHtml } from '#testing/html.ts';
import { pages } from '../pages/pages.ts';
import { demoTrack } from '../tools/demo.ts';
import type { Answer } from '../tools/http.ts';
import type { Script } from '../tools/people.ts';
import { patternOf } from './forms.ts';

export interface Visit {
  /** of the page and the viewer; part of a file name */
  readonly name: string;
  readonly viewer: Script;
  readonly path: string;
  readonly answer: Answer;
}

/**
 * Opens every page of an edition as each of the viewers, then one page of every other kind to which these pages link as the
 * same viewer: those of what they own, for example.
 */
export async function* walk(
  origin: string,
  viewers: Readonly<Record<string, Script>>,
): AsyncGenerator<Visit> {
  const named = await namedPages(origin);
  for (const [role, viewer] of Object.entries(viewers)) {
    const waiting = [...named];
    const linked = new Map<string, string>();
    const seen = new Set<string>();
    for (let next = waiting.shift(); next; next = waiting.shift() ?? unseen(linked, seen)) {
      const [name, path] = next;
      const answer = await viewer.send(path, 'GET', undefined, 'text/html');
      if (answer.status === 200) seen.add(patternOf(path));
      if (answer.status === 200 && !isHtml(answer)) continue;
      yield { name: `${fileName(name)}.${role}`, viewer, path, answer };
      for (const link of linksOf(answer)) linked.getOrInsert(patternOf(link), link);
    }
  }
}

/** The next link to a kind of page that was not opened yet; a named page may have been refused to this viewer. */
function unseen(linked: ReadonlyMap<string, string>, seen: Set<string>): [string, string] | undefined {
  for (const [pattern, link] of linked) {
    if (seen.has(pattern)) continue;
    seen.add(pattern);
    return [`linked ${pattern}`, link];
  }
  return undefined;
}

const isHtml = ({ headers }: Answer) => headers['content-type']?.startsWith('text/html') === true;

async function namedPages(origin: string): Promise<[name: string, path: string][]> {
  const { Uploader } = await demoTrack(origin);
  const tabs = userLists.map(({ show }): [string, string] => [`tab ${show}`, routes.userTab(Uploader, show)]);
  const paths = pages.map(async ({ name, path }): Promise<[string, string]> => [name, await path(origin)]);
  return [...(await Promise.all(paths)), ...tabs];
}

const fileName = (name: string) => name.replace(/[^\w.-]+/g, '-');

/** The first parts of the addresses of pages: what is not among them may be a file, and requests for files are counted. */
const firstParts = new Set(pages.map(({ file }) => file.split(/[/.]/)[0]));
const isPage = (path: string) => firstParts.has(path.split(/[/?]/)[1] ?? '') && !path.startsWith('/api/');

/** The pages of this site to which an answer leads. */
const linksOf = ({ headers: { location }, text }: Answer): string[] => {
  const links = elementsOf(parseHtml(text)).filter(({ tagName }) => tagName === 'a');
  return [location, ...links.map((link) => attributeOf(link, 'href'))].flatMap((href) =>
    href?.startsWith('/') && isPage(href) ? [href.replace(/#.*/, '')] : [],
  );
};
