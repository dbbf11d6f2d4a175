import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5';
import { attributesOf, type HtmlElement, parseHtml } from '#testing/html.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

/**
 * The HTML of a page in a form that two builds of the same page share: each tag and each text on a line of its own, attributes in
 * alphabetical order, and nothing that depends on a request or on the name of a source file.
 */
export function normaliseHtml(html: string): string {
  const page = parseHtml(html, { runsScripts: false });
  const lines = linesOf('childNodes' in page ? page.childNodes : []);
  const isRepeated = (line: string, at: number) => line === lines[at - 1] && line.includes('/_astro/');
  return numberIds(`${lines.filter((line, at) => !isRepeated(line, at)).join('\n')}\n`);
}

/** Elements in which every space is shown. */
const verbatim = new Set(['pre', 'textarea', 'script', 'style']);
/** Elements next to which a space is seen. */
const inline = new Set(
  'a abbr b bdi br button cite code em i img input kbd label mark q s select small span strong sub sup svg time u wbr'.split(
    ' ',
  ),
);
const isSpace = (node: Node) => defaultTreeAdapter.isTextNode(node) && node.value.trim() === '';
const isInline = (node: Node | undefined) =>
  node !== undefined && (defaultTreeAdapter.isTextNode(node) || inline.has(node.nodeName));

function linesOf(nodes: readonly Node[], keepsSpaces = false): string[] {
  const shown = joinTexts(nodes);
  return shown.flatMap((node, at) => {
    if (defaultTreeAdapter.isElementNode(node)) return elementLines(node);
    if (!defaultTreeAdapter.isTextNode(node)) return [];
    if (keepsSpaces) return [cleaned(node.value)];
    const before = isInline(shown[at - 1]) ? '␣' : '';
    const after = isInline(shown[at + 1]) ? '␣' : '';
    if (isSpace(node)) return before && after ? ['␣'] : [];
    const text = cleaned(node.value.replace(/\s+/g, ' '));
    return [text.replace(/^ /, before).replace(/ $/, after)];
  });
}

/** Texts that only a comment separates are one. */
function joinTexts(nodes: readonly Node[]): Node[] {
  const joined: Node[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (defaultTreeAdapter.isCommentNode(node)) continue;
    if (last && defaultTreeAdapter.isTextNode(last) && defaultTreeAdapter.isTextNode(node))
      joined[joined.length - 1] = { ...last, value: last.value + node.value };
    else joined.push(node);
  }
  return joined;
}

function elementLines(element: HtmlElement): string[] {
  const { tagName } = element;
  const attributes = attributesOf(element)
    .filter(([name]) => !(tagName === 'astro-island' && /^(uid|prefix|(component|renderer)-url)$/.test(name)))
    .map(([name, value]) => `${name}="${name === 'props' ? sortedProps(value) : cleaned(value)}"`);
  const inside = linesOf(childrenOf(element), verbatim.has(tagName));
  const tag = `<${[tagName, ...attributes.toSorted()].join(' ')}>`;
  return inside.length === 0 ? [tag] : [tag, ...inside, `</${tagName}>`];
}

const childrenOf = (element: HtmlElement): readonly Node[] =>
  element.tagName === 'template'
    ? defaultTreeAdapter.getTemplateContent(element as DefaultTreeAdapterTypes.Template).childNodes // as its name says
    : element.childNodes;

/** The properties of an island in alphabetical order. */
const sortedProps = (props: string) => cleaned(JSON.stringify(sorted(JSON.parse(props))));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** Without ports, names of built files, hashes, form tokens and numbers of requests. */
export const cleaned = (text: string): string =>
  text
    .replace(/(\.localhost):\d+/g, '$1')
    .replace(/\b_astro\/[^"')\s]*\.(js|css)\b/g, '_astro/*.$1')
    .replace(/\b(_astro\/[\w-]+)\.[\w-]{8,}\./g, '$1.')
    .replace(/('sha\d+-[\w+/=]+' ?)+/g, "'sha' ")
    .replace(/\b\w{6}\.[\w-]{12}\.[\w-]{43}\.(account|seed)\b/g, 'token')
    .replace(/Request ID: [\w-]+/, 'Request ID')
    .replace(/x{1000,}/g, (text) => `x × ${text.length}`);

/** Ids of `useId` depend on the other components of the page; here they are numbered as they appear. */
function numberIds(html: string): string {
  const numbers = new Map<string, number>();
  return html.replace(/\bPp\d+-\d+\b/g, (id) => {
    numbers.set(id, numbers.get(id) ?? numbers.size + 1);
    return `id-${numbers.get(id)}`;
  });
}
