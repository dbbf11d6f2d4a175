import { dayMs } from '#lib/codes/durations.ts';
import { find, isPlainClick, mustFind, on } from '#ui/dom.ts';
import { orWithoutScript } from '#ui/stores/unloaded.ts';

const waitMs = 120; // a slider sends many values

let isStarted = false;
let running: AbortController | null = null;

/** The history of a leaderboard follows its form and links without loading the page again; the address follows too. */
export function startHistory(): void {
  const form = find(document, '[data-history-form]', HTMLFormElement);
  if (isStarted || !form) return;
  isStarted = true;
  const slider = mustFind(form, '[data-history-day]', HTMLInputElement);
  const date = mustFind(form, '[name="at"]', HTMLInputElement);
  slider.addEventListener('input', () => {
    const day = new Date(Number(slider.value) * dayMs).toISOString().slice(0, 10);
    slider.setAttribute('aria-valuetext', day);
    date.value = day;
    show(addressOf(form));
  });
  date.addEventListener('change', () => {
    if (date.valueAsNumber) slider.value = String(Math.floor(date.valueAsNumber / dayMs));
    if (date.validity.valid) show(addressOf(form));
  });
  find(form, '[name="beaten"]', HTMLElement)?.addEventListener('change', () => show(addressOf(form)));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    show(addressOf(form));
  });
  on(document, 'click', ':is([data-history], [data-history-form]) a', HTMLAnchorElement, (link, event) => {
    if (!isPlainClick(event) || event.defaultPrevented || link.pathname !== location.pathname) return;
    event.preventDefault();
    show(link.href, 0);
  });
  addEventListener('popstate', () => {
    running?.abort();
    void load(location.href);
  });
}

function addressOf(form: HTMLFormElement): string {
  const search = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') search.set(name, value);
  return `${location.pathname}?${search}`;
}

/** The newest request wins; what it shows becomes a step of the history of the browser. */
function show(address: string, delay = waitMs): void {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  setTimeout(() => {
    if (!mine.signal.aborted) void load(address, mine, true);
  }, delay);
}

async function load(address: string, mine = new AbortController(), isNew = false): Promise<void> {
  running = mine;
  const board = find(document, '[data-history]', Element);
  board?.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(address, { signal: mine.signal });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = find(page, '[data-history]', Element);
    if (!fresh || !board) throw new Error('The page has no leaderboard.');
    if (isNew) history.pushState(null, '', address);
    const focused = document.activeElement?.getAttribute('data-step');
    board.replaceWith(fresh);
    if (focused) find(fresh, `[data-step="${focused}"]`, HTMLElement)?.focus();
    adoptForm(page);
  } catch {
    // the server writes the whole page, and says what is wrong
    if (mine.signal.aborted) return;
    board?.removeAttribute('aria-busy');
    void orWithoutScript(() => location.assign(address));
  }
}

/** The form shows the date of the board; a control in use keeps its value. */
function adoptForm(page: Document): void {
  for (const name of ['[data-history-day]', '[name="at"]', '[name="moment"]', '[name="beaten"]']) {
    const fresh = find(page, `[data-history-form] ${name}`, HTMLInputElement);
    const own = find(document, `[data-history-form] ${name}`, HTMLInputElement);
    if (!fresh || !own || own === document.activeElement) continue;
    own.value = fresh.value;
    own.checked = fresh.checked;
    own.disabled = fresh.disabled;
    const text = fresh.getAttribute('aria-valuetext');
    if (text) own.setAttribute('aria-valuetext', text);
  }
}
