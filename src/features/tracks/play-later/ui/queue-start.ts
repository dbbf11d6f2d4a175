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

interface Move {
  readonly row: HTMLLIElement;
  /** among the rows that are shown, counted from 0 */
  readonly index: number;
}

interface Unsaved {
  /** as the server has them */
  rows: readonly HTMLLIElement[];
  /** in the order in which they are sent */
  readonly moves: Move[];
}

/** Only lists with moves that are not saved yet. */
const unsaved = new WeakMap<HTMLElement, Unsaved>();

function afterMove(rows: readonly HTMLLIElement[], { row, index }: Move): readonly HTMLLIElement[] {
  const others = rows.filter((other) => other !== row);
  return [...others.slice(0, index), row, ...others.slice(index)];
}

/** Moves a row at once. If the server refuses, the row goes back; moves that were made after it stay. */
async function moveTo(row: HTMLLIElement, typed: string): Promise<void> {
  const list = listOf(row);
  if (!list) return;
  const queue = unsaved.get(list) ?? { rows: rowsOf(list), moves: [] };
  // what is not a position is sent, too: the server says what is wrong with it
  const move = isShown(row, typed) ? { row, index: Number(typed) - Number(list.dataset.queue) } : null;
  if (move) {
    unsaved.set(list, queue);
    queue.moves.push(move);
    show(list, afterMove(rowsOf(list), move));
  }
  const answer = await send(row, typed);
  if (move) {
    queue.moves.shift();
    if (answer.ok) queue.rows = afterMove(queue.rows, move);
    else show(list, queue.moves.reduce(afterMove, queue.rows));
    if (queue.moves.length === 0) unsaved.delete(list);
  }
  if (!answer.ok) {
    toast(answer.problem.detail);
    return;
  }
  requestRefresh();
  toast(`Moved ${row.dataset.name} to position ${answer.value.Position}.`);
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

/** Shows the rows that are still in the list in this order. Moving the one that has the focus would lose it. */
function show(list: HTMLElement, rows: readonly HTMLLIElement[]): void {
  const focused = document.activeElement;
  const row = closest(focused, '[data-track]', HTMLLIElement);
  list.replaceChildren(...rows.filter(({ parentElement }) => parentElement === list));
  renumber(list);
  if (!(focused instanceof HTMLElement && row && list.contains(row))) return;
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
