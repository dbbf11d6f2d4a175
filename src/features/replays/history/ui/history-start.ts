import { dayMs } from '#lib/codes/durations.ts';
import { orWithoutScript } from '#ui/stores/unloaded.ts';

const waitMs = 120; // a slider sends many values

let isStarted = false;
let running: AbortController | null = null;

/** The history of a leaderboard follows its form and links without loading the page again; the address follows too. */
export function startHistory(): void {
  const form = document.querySelector<HTMLFormElement>('[data-history-form]');
  const slider = form?.querySelector<HTMLInputElement>('[data-history-day]');
  const date = form?.querySelector<HTMLInputElement>('[name="at"]');
  if (isStarted || !form || !slider || !date) return;
  isStarted = true;
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
  form.querySelector('[name="beaten"]')?.addEventListener('change', () => show(addressOf(form)));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    show(addressOf(form));
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.pathname !== location.pathname) return;
    if (!link.closest('[data-history], [data-history-form]')) return;
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
  const board = document.querySelector('[data-history]');
  board?.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(address, { signal: mine.signal });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.querySelector('[data-history]');
    if (!fresh || !board) throw new Error('The page has no leaderboard.');
    if (isNew) history.pushState(null, '', address);
    const focused = document.activeElement?.getAttribute('data-step');
    board.replaceWith(fresh);
    if (focused) fresh.querySelector<HTMLElement>(`[data-step="${focused}"]`)?.focus();
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
    const fresh = page.querySelector<HTMLInputElement>(`[data-history-form] ${name}`);
    const own = document.querySelector<HTMLInputElement>(`[data-history-form] ${name}`);
    if (!fresh || !own || own === document.activeElement) continue;
    own.value = fresh.value;
    own.checked = fresh.checked;
    own.disabled = fresh.disabled;
    const text = fresh.getAttribute('aria-valuetext');
    if (text) own.setAttribute('aria-valuetext', text);
  }
}
