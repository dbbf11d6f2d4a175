import { showDialog } from '#ui/stores/windows.ts';
import { choiceOf, choose, partsOf } from '../choice.ts';
import { whileBusy } from './one-at-a-time.ts';
import { RetryingFetch } from './retrying-fetch.ts';
import { canPickFile, downloadSink, type OpenSink, pickSink } from './sinks.ts';
import { choiceForm, element, focusOn, note, progressBar } from './zip-elements.ts';
import { runZipJob } from './zip-job.ts';
import { type Listing, listFiles, ZipAlert, type ZipKind, zipKinds } from './zip-source.ts';
import { counted, progressText, resultText, resultTitle, resultTone } from './zip-texts.ts';
import '#ui/Dialog.css';
import '#ui/Field.css';
import '#ui/Note.css';
import './zip-window.css';

/** What happens now: decides what closing the window means. */
type Phase = 'reading' | 'asking' | 'running' | 'over';

/** Opens the window that zips the files behind a link. */
export function openZipWindow(link: HTMLAnchorElement): void {
  new ZipWindow(link).open();
}

class ZipWindow {
  readonly #url: URL;
  readonly #kind: ZipKind | undefined;
  readonly #cancel = new AbortController();
  readonly #body = element('div', { class: 'dlg__b zip' });
  readonly #end = element('footer', {});
  readonly #dialog: HTMLDialogElement;
  #phase: Phase = 'reading';

  constructor(link: HTMLAnchorElement) {
    this.#url = new URL(link.href);
    this.#kind = zipKinds.find((kind) => kind === link.dataset.zip);
    const title = element('h2', { id: 'zip-title' }, link.dataset.zipTitle ?? 'Download as zip');
    const header = element('header', {}, title);
    const attributes = { class: 'dlg', 'aria-labelledby': 'zip-title' };
    this.#dialog = element('dialog', attributes, header, this.#body, this.#end) as HTMLDialogElement; // made as one
    this.#dialog.addEventListener('close', () => this.#closed());
  }

  open(): void {
    document.body.append(this.#dialog);
    // a click outside the window or Escape does not end a download: there is a button for that
    showDialog(this.#dialog, { mayClose: () => this.#phase !== 'running' });
    void this.#read();
  }

  #closed(): void {
    this.#cancel.abort();
    this.#dialog.remove();
  }

  #closeButton(label: string): HTMLElement {
    const close = element('button', { type: 'button', class: 'btn' }, label);
    close.addEventListener('click', () => this.#dialog.close());
    return close;
  }

  #alert(message: string): void {
    this.#phase = 'over';
    this.#body.replaceChildren(note('bad', message));
    this.#end.replaceChildren(this.#closeButton('Close'));
    focusOn(this.#end);
  }

  async #read(): Promise<void> {
    const kind = this.#kind;
    if (!kind) return this.#alert('container not found');
    const words = element('p', { role: 'status' }, 'Reading the list…');
    this.#body.replaceChildren(words);
    this.#end.replaceChildren(this.#closeButton('Cancel'));
    focusOn(this.#end);
    try {
      const listing = await listFiles(kind, this.#url, {
        fetcher: new RetryingFetch(this.#cancel.signal),
        onRows: (rows) => words.replaceChildren(`Reading the list… ${counted(rows, kind)}`),
      });
      this.#ask(kind, listing);
    } catch (error) {
      if (this.#cancel.signal.aborted) return;
      console.warn('The list was not read:', error);
      const message = error instanceof Error ? error.message : String(error);
      this.#alert(error instanceof ZipAlert ? message : `Error: ${message}`);
    }
  }

  #ask(kind: ZipKind, listing: Listing): void {
    this.#phase = 'asking';
    const total = listing.files.length;
    const form = choiceForm(kind, total, canPickFile());
    this.#body.replaceChildren(form.element);
    const start = element(
      'button',
      { type: 'submit', class: 'btn btn--main', form: form.element.id },
      'Download',
    );
    this.#end.replaceChildren(this.#closeButton('Cancel'), start);
    start.focus();
    form.element.addEventListener('submit', (event) => {
      event.preventDefault();
      const choice = choiceOf(form.typed(), total);
      if ('reason' in choice) return form.refuse(choice.field, choice.reason);
      form.refuse(null, '');
      void this.#start(kind, { ...listing, files: choose(listing.files, choice) }, form);
    });
  }

  async #start(kind: ZipKind, listing: Listing, form: ReturnType<typeof choiceForm>): Promise<void> {
    const zips = partsOf(listing.files).length;
    let openSink: OpenSink = async (name) => downloadSink(name);
    if (form.picksFile()) {
      const picked = await pickSink(zips, listing.zipName(null));
      if (!picked) return;
      openSink = picked;
    }
    const outcome = await whileBusy(() => this.#run(kind, listing, openSink));
    if (outcome === 'busy')
      form.refuse(null, 'Another download is running, perhaps in another tab. Wait until it is complete.');
  }

  async #run(kind: ZipKind, listing: Listing, openSink: OpenSink): Promise<void> {
    this.#phase = 'running';
    const total = listing.files.length;
    const progress = progressBar(`Downloading ${counted(total, kind)}…`, total);
    this.#body.replaceChildren(...progress.elements);
    const cancel = element('button', { type: 'button', class: 'btn' }, 'Cancel and keep what has arrived');
    cancel.addEventListener('click', () => {
      cancel.setAttribute('disabled', '');
      this.#cancel.abort();
    });
    this.#end.replaceChildren(cancel);
    cancel.focus();
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', stay);
    try {
      const result = await runZipJob({
        listing,
        files: listing.files,
        openSink,
        signal: this.#cancel.signal,
        onProgress: (now) => progress.show(now.done, progressText(now, kind)),
      });
      if (!result.isCancelled && result.files > 0) listing.saved();
      this.#phase = 'over';
      const title = resultTitle(result, kind);
      this.#body.replaceChildren(note(resultTone(result), title, ...resultText(result, kind)));
      this.#end.replaceChildren(this.#closeButton('Close'));
      focusOn(this.#end);
    } catch (error) {
      console.warn('The zip was not saved:', error);
      const message = error instanceof Error ? error.message : String(error);
      this.#alert(kind === 'playlater' ? message : 'Error');
    } finally {
      removeEventListener('beforeunload', stay);
    }
  }
}
