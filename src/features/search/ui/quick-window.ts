import { find, findAll, mustFind } from '#ui/dom.ts';
import { readList } from '#ui/list/read-list.ts';
import { element } from '#ui/live/element.ts';
import { loader } from '#ui/loader.ts';
import { nameClass } from '#ui/name-class.ts';
import { openWindow } from '#ui/open-window.ts';
import { type PageViewer, pagesOf } from '../find-pages.ts';
import {
  markIn,
  problemsIn,
  type QuickGroup,
  type QuickRow,
  quickSearch,
  type ReadRows,
} from '../quick-results.ts';
import { pageFinder } from './page-finder.ts';

const loadShortcutWindow = loader(() => import('#features/shortcuts/ui/ShortcutWindow.tsx'));

const waitMs = 50; // collects keystrokes into one request
const attached = new WeakSet<HTMLDialogElement>();

/** The viewer by the header, which a prerendered page receives later than its script. */
function viewerHere(): PageViewer {
  const has = (item: string) => find(document, `[data-menu] ${item}:not([hidden])`, Element) !== null;
  return {
    isSignedIn: document.documentElement.dataset.viewer === 'person',
    canRegister: find(document, 'a[data-register]', Element) !== null,
    isCrew: has('a[data-crew]'),
    isLeader: has('a[data-leader]'),
  };
}

/** Adds search, arrow keys and Enter to the window of the quick search. */
export function attachQuickSearch(dialog: HTMLDialogElement): void {
  if (attached.has(dialog)) return;
  attached.add(dialog);
  const input = mustFind(dialog, 'input', HTMLInputElement);
  const results = mustFind(dialog, '[data-quick-results]', Element);
  const status = mustFind(dialog, '[data-quick-status]', Element);
  let running = new AbortController();

  const links = () => findAll(results, 'a.qs__r', HTMLAnchorElement);
  const look = async () => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const typed = input.value;
    if (typed.trim() === '') {
      results.replaceChildren();
      status.textContent = '';
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (signal.aborted) return;
    status.textContent = 'Loading...';
    const groups = await quickSearch(typed, rowReader(signal), pageFinder(pagesOf(viewerHere())));
    if (signal.aborted) return;
    const problems = problemsIn(groups);
    // "No results" would be wrong for a kind that could not be read
    const shown = groups.filter(({ rows, problem }) => rows.length > 0 || problem === null);
    results.replaceChildren(
      ...problems.map(failureElement),
      ...shown.map((group) => groupElement(group, typed)),
    );
    links()[0]?.classList.add('is-on'); // opened by Enter in the box
    const count = groups.reduce((sum, group) => sum + group.rows.length, 0);
    status.textContent = count > 0 ? `${count} results` : problems.length > 0 ? '' : 'No results.';
  };
  const move = (step: 1 | -1) => {
    const stops: HTMLElement[] = [input, ...links()];
    const at = stops.findIndex((stop) => stop.matches(':focus'));
    // the first row is already marked, so from the box the next one is the second
    const next = (Math.max(at, 0) + step + stops.length) % stops.length;
    stops[next]?.focus();
  };

  input.addEventListener('input', () => void look());
  mustFind(dialog, '[data-quick-close]', HTMLElement).addEventListener('click', () => dialog.close());
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && document.activeElement === input) {
      event.preventDefault();
      links()[0]?.click();
    }
  });
  // text typed while this was loading
  if (input.value !== '') void look();
}

const rowReader =
  (signal: AbortSignal): ReadRows =>
  async <Hit>(path: string) => {
    const response = await fetch(path, { signal, headers: { accept: 'application/json' } }).catch(() => null);
    if (!response) return { problem: 'Couldn’t reach the server. Try again.' };
    const answer = await readList<Hit>(async () => response, path, signal);
    return answer.ok ? { rows: answer.value.Results } : { problem: answer.problem.detail };
  };

/** Announced when it is added. */
function failureElement(problem: string): HTMLElement {
  const line = element('p', 'note note--bad', `Error: ${problem}`);
  line.setAttribute('role', 'alert');
  return line;
}

function groupElement({ title, rows, count, more }: QuickGroup, typed: string): HTMLElement {
  const head = element('header', '', element('h2', 'h3', title), element('span', 'cnt', count));
  if (more) {
    const link = element('a', '', 'View more');
    link.href = more;
    link.setAttribute('aria-label', `View more: ${title}`);
    head.append(link);
  }
  const none = element('p', 'qs__none', '(No results found)');
  return element(
    'section',
    'qs__g',
    head,
    ...(rows.length > 0 ? rows.map((row) => rowElement(row, typed)) : [none]),
  );
}

function rowElement(
  { href, name, by, fact, picture, isFace = false, tint }: QuickRow,
  typed: string,
): HTMLElement {
  const [before, match, after] = markIn(name, typed);
  const label = element(
    'span',
    'qs__n',
    element('b', nameClass('', tint).trim(), before, element('mark', '', match), after),
  );
  if (by) label.append(' ', element('span', 'by', `by ${by}`));
  const sign = picture
    ? element('img', isFace ? 'avatar avatar--mini' : '')
    : element('span', 'ava', [...name].slice(0, 2).join(''));
  if (sign instanceof HTMLImageElement) {
    sign.src = picture ?? '';
    sign.alt = '';
  } else sign.setAttribute('aria-hidden', 'true');
  const link = element('a', 'qs__r', sign, label, element('span', 'meta n', fact ?? ''));
  link.href = href;
  return link;
}

/** Opens the list of shortcuts; here, because the script of every page knows this file already. */
export const openShortcuts = (): Promise<void> =>
  openWindow(async () => (await loadShortcutWindow()).ShortcutWindow, {});
