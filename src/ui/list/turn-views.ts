import { unreadableReason } from '#lib/wire/unreadable.ts';
import { onlyViewHeader } from '#lib/wire/view-header.ts';
import { find, findAll, mustFind } from '#ui/dom.ts';
import { orWithoutScript } from '#ui/stores/unloaded.ts';

const waitMs = 50; // collects presses into one request

let running: AbortController | null = null;
const status = document.createElement('p');
status.className = 'sr';
status.setAttribute('role', 'status');

/** Follows a link to a page of its own list: only that list is replaced. There is one request at a time; the newest wins. */
export function turnView(view: HTMLElement, link: HTMLAnchorElement): void {
  if (!status.isConnected) document.body.append(status);
  turn(view, addressOf(view.id, link), placeOf(view, link));
}

/** Back or forward: the server renders every address, so all lists of the page are replaced. */
export async function followBack(): Promise<void> {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  try {
    const answer = await fetch(location.href, { signal: mine.signal });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const view of findAll(document, '[data-type]', Element)) {
      const fresh = page.getElementById(view.id);
      if (fresh) view.replaceWith(fresh);
    }
  } catch {
    if (!mine.signal.aborted) void orWithoutScript(() => location.reload());
  }
}

/**
 * The current address with the link's parameters for its own list: other lists may show other pages than when the link was
 * rendered.
 */
function addressOf(id: string, link: HTMLAnchorElement): string {
  const address = new URL(location.href);
  const isOwn = (name: string) => name.startsWith(`${id}.`);
  for (const name of [...address.searchParams.keys()]) if (isOwn(name)) address.searchParams.delete(name);
  for (const [name, value] of new URL(link.href).searchParams)
    if (isOwn(name)) address.searchParams.set(name, value);
  address.hash = id;
  return address.href;
}

/** Finds what had the focus, a column head or the heading of the list, so that it can be restored. */
function placeOf(view: HTMLElement, link: HTMLElement): number {
  return findAll(view, '.sort', HTMLElement).indexOf(link);
}

function turn(view: HTMLElement, href: string, head: number): void {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  view.setAttribute('aria-busy', 'true');
  status.textContent = 'Loading…';
  setTimeout(async () => {
    if (mine.signal.aborted) return;
    const answer = await read(view.id, href, mine.signal);
    if (mine.signal.aborted) return;
    if ('detail' in answer) fail(view, answer, () => turn(view, href, head));
    else show(view, answer, href, head);
  }, waitMs);
}

interface Failure {
  readonly detail: string;
  readonly reason?: string;
}

/** when there was no response */
const unreachable: Failure = { detail: 'Unhandled Error', reason: 'Couldn’t reach the server.' };

/** The list as rendered by the server, or why there is none. */
async function read(id: string, href: string, signal: AbortSignal): Promise<Element | Failure> {
  let text: string;
  let status: number;
  try {
    const answer = await fetch(href, { signal, headers: { [onlyViewHeader]: id } });
    status = answer.status;
    text = await answer.text();
  } catch {
    return unreachable;
  }
  const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById(id);
  return fresh ?? { detail: 'Error while parsing response', reason: unreadableReason(status) };
}

function show(view: HTMLElement, fresh: Element, href: string, head: number): void {
  history.replaceState({ view: true }, '');
  history.pushState({ view: true }, '', href);
  view.replaceWith(fresh);
  const heading = find(fresh, 'h2, h3', HTMLElement);
  const sort = findAll(fresh, '.sort', HTMLElement)[head];
  if (sort) sort.focus({ preventScroll: true });
  else {
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }
  if (fresh.getBoundingClientRect().top < 0) fresh.scrollIntoView();
  status.textContent = `${find(fresh, '[data-rows]', HTMLElement)?.dataset.rows ?? 0} shown`;
}

function fail(view: HTMLElement, { detail, reason }: Failure, again: () => void): void {
  view.removeAttribute('aria-busy');
  status.textContent = '';
  const template = mustFind(view, 'template[data-view-error]', HTMLTemplateElement);
  const state = mustFind(document.importNode(template.content, true), '.empty', HTMLElement);
  const place = find(view, '.empty--bad', Element) ?? find(view, '.list, .empty', Element);
  if (!place) return;
  mustFind(state, 'b', Element).textContent = `Error: ${detail}`;
  const why = mustFind(state, 'span', Element);
  if (reason !== undefined) why.textContent = `${reason} ${why.textContent}`;
  const button = mustFind(state, 'button', HTMLButtonElement);
  button.addEventListener('click', again);
  const hadFocus = place.contains(document.activeElement);
  if (place.matches('.list'))
    place.before(state); // the rows stay
  else place.replaceWith(state);
  if (hadFocus) button.focus(); // the second attempt failed as well
}
