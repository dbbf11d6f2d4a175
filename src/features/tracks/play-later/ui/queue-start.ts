import { startOf } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { sendForm } from '#ui/api.ts';
import { closest, find, findAll, mustFind, on } from '#ui/dom.ts';
import { formDataOf } from '#ui/form-data.ts';
import { startReorder } from '#ui/reorder.ts';
import { requestRefresh } from '#ui/stores/broadcast.ts';
import { toast } from '#ui/stores/toast.ts';

let isStarted = false;

/** Moves are sent one after the other, in the order in which they were made. */
let sending: Promise<unknown> = Promise.resolve();

/** Orders the list without loading the page again. The list may be replaced by another page of it. */
export function startQueue(): void {
  if (isStarted) return;
  isStarted = true;
  on(document, 'submit', '[data-track] form', HTMLFormElement, (form, event) => {
    const row = closest(form, '[data-track]', HTMLLIElement);
    if (!row || !form.action.includes(startOf(routes.movePlayLater))) return;
    const typed = String(formDataOf(form, event.submitter).get('position') ?? '').trim();
    if (/^[1-9]\d*$/.test(typed) && !isShown(row, typed)) return; // the form itself leads to another page of the list
    event.preventDefault();
    void moveTo(row, typed);
  });
  on(document, 'pointerdown', '[data-grip]', Element, (grip, event) => {
    const row = closest(grip, '[data-track]', HTMLLIElement);
    const list = row && listOf(row);
    if (!list) return;
    event.preventDefault(); // no text is selected
    startReorder(event, {
      list,
      item: row,
      name: row.dataset.name ?? '',
      onDrop(place) {
        if (place !== rowsOf(list).indexOf(row)) void moveTo(row, `${Number(list.dataset.queue) + place}`);
      },
    });
  });
}

const rowsOf = (list: HTMLElement) => findAll(list, '[data-track]', HTMLLIElement);
const listOf = (row: HTMLElement) => closest(row, '[data-queue]', HTMLElement);

/** Whether a position of the whole list is on the page of it that is shown. */
function isShown(row: HTMLElement, typed: string): boolean {
  const list = listOf(row);
  const index = Number(typed) - Number(list?.dataset.queue);
  return list !== null && index >= 0 && index < rowsOf(list).length;
}

/** Moves a row at once, and back if the server refuses. */
async function moveTo(row: HTMLLIElement, typed: string): Promise<void> {
  const list = listOf(row);
  if (!list) return;
  const before = rowsOf(list);
  if (isShown(row, typed)) place(list, row, Number(typed) - Number(list.dataset.queue));
  const answer = await send(row, typed);
  if (!answer.ok) {
    list.replaceChildren(...before);
    renumber(list);
    toast(answer.problem.detail);
    return;
  }
  requestRefresh();
  toast(`${row.dataset.name} is number ${answer.value.Position} now.`);
}

function send(row: HTMLLIElement, position: string) {
  const form = mustFind(row, '.queue__move', HTMLFormElement);
  const path = new URL(form.action, location.href).pathname;
  const answer = sending.then(() =>
    sendForm<{ Position: number }>('PUT', path, new URLSearchParams({ position })),
  );
  sending = answer;
  return answer;
}

/** Moving the row that has the focus would lose it. */
function place(list: HTMLElement, row: HTMLLIElement, index: number): void {
  const focused = document.activeElement;
  const others = rowsOf(list).filter((other) => other !== row);
  list.insertBefore(row, others[index] ?? null);
  renumber(list);
  if (!(focused instanceof HTMLElement && row.contains(focused))) return;
  const isOff = focused instanceof HTMLButtonElement && focused.disabled;
  (isOff ? find(row, '[data-step]:not(:disabled)', HTMLElement) : focused)?.focus();
}

function renumber(list: HTMLElement): void {
  const start = Number(list.dataset.queue);
  const total = Number(list.dataset.total);
  for (const [index, row] of rowsOf(list).entries()) {
    const position = start + index;
    mustFind(row, '[data-n]', Element).textContent = `${position}`;
    const typed = mustFind(row, 'input[name=position]', HTMLInputElement);
    typed.value = typed.defaultValue = `${position}`;
    for (const step of findAll(row, '[data-step]', HTMLButtonElement)) {
      const to = position + Number(step.dataset.step);
      step.value = `${to}`;
      step.disabled = to < 1 || to > total;
    }
  }
}
