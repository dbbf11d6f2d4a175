import { atom, type ReadableAtom } from 'nanostores';
import type { Answer } from '#ui/api.ts';
import type { AddedTrack, PackEntries, PackEntry } from '../entries.ts';
import { afterStep, droppedAt, type Step, withKnownRows } from './steps.ts';

/** What the server answers to a step; `Results` only when tracks were added. */
export interface StepAnswer {
  readonly Revision: number;
  readonly Results?: readonly AddedTrack[];
}

/** The server, as the track manager uses it. */
export interface ManagerServer {
  /** sends a step; `revision` is that of the list it was made in, `reason` is a moderator's */
  send(step: Step, revision: number, reason: string): Promise<Answer<StepAnswer>>;
  /** the whole list; null if `revision` is still the current one */
  load(revision: number): Promise<Answer<PackEntries | null>>;
}

export interface ManagerState {
  /** the list as the server has it, with every confirmed step */
  readonly list: PackEntries;
  /** the list as it is shown, with the steps that are not confirmed yet; it does not change while the user holds a row */
  readonly tracks: readonly PackEntry[];
  /** in order; the first one is being sent */
  readonly steps: readonly Step[];
  /** false until the whole list was loaded: the page brings only its first rows */
  readonly isComplete: boolean;
  /** the last thing that happened, for the line above the list and for screen readers */
  readonly message: { readonly text: string; readonly isBad: boolean };
}

interface Options {
  readonly server: ManagerServer;
  readonly first: PackEntries;
  readonly viewerId: number;
}

const noMessage = { text: '', isBad: false };

/**
 * The list of a track manager. A step is shown at once and sent when those before it are confirmed; a refused one disappears
 * again. Other managers' changes arrive with `refresh`.
 */
export class ManagerStore {
  readonly $state: ReadableAtom<ManagerState>;
  readonly #state;
  readonly #server: ManagerServer;
  readonly #viewerId: number;
  #isSending = false;
  #isHeld = false;
  /** the revision of the last list that the server sent; -1: only the first rows, with the page */
  #received = -1;
  /** another manager's change came between two of ours */
  #isOvertaken = false;
  /** a step was refused since the last list arrived: its reason stays on the screen until the user does something else */
  #isRefused = false;
  /** the list could not be loaded the last time */
  #isUnreachable = false;
  #reason = '';
  readonly #confirmed = new Map<Step, (answer: Answer<StepAnswer>) => void>();

  constructor({ server, first, viewerId }: Options) {
    this.#server = server;
    this.#viewerId = viewerId;
    this.$state = this.#state = atom<ManagerState>({
      list: first,
      tracks: first.Tracks,
      steps: [],
      isComplete: false,
      message: noMessage,
    });
  }

  say(text: string, isBad = false): void {
    this.#set({ message: { text, isBad } });
  }

  /** Why a moderator changes the list; sent with each step from now on. */
  giveReason(reason: string): void {
    this.#reason = reason.trim();
  }

  /** Shows a step at once and sends it after those before it. */
  take(step: Step, text: string): Promise<Answer<StepAnswer>> {
    if (this.#state.get().list.NeedsReason && this.#reason === '') {
      this.say(reasonMissing, true);
      const problem = { status: 422, title: 'Reason missing', detail: reasonMissing, type: 'about:blank' };
      return Promise.resolve({ ok: false, problem });
    }
    const answer = new Promise<Answer<StepAnswer>>((resolve) => this.#confirmed.set(step, resolve));
    this.#isRefused = false;
    this.#set({ steps: [...this.#state.get().steps, step], message: { text, isBad: false } });
    void this.#sendSteps();
    return answer;
  }

  /** The user holds a row: from now on nothing moves under the pointer. */
  hold(): void {
    this.#isHeld = true;
  }

  /** The row is put down. What arrived meanwhile is shown. */
  release(): void {
    this.#isHeld = false;
    this.#set({});
  }

  /** Puts the row down in front of another one, or at the end. The neighbour counts, even if others changed the list meanwhile. */
  drop(track: PackEntry, name: string, beforeId: number | null): void {
    this.release();
    this.moveTo(track, name, droppedAt(this.#state.get().tracks, track.TrackId, beforeId));
  }

  moveTo({ TrackId }: PackEntry, name: string, position: number): void {
    const { tracks } = this.#state.get();
    const from = tracks.find((row) => row.TrackId === TrackId)?.Position ?? null;
    if (from === null) {
      this.say(`${name} is no longer approved.`, true);
      return;
    }
    const last = tracks.filter((row) => row.Position !== null).length;
    const to = Math.min(position, last);
    if (to === from) {
      this.say(`${name} stays at position ${from} of ${last}.`);
      return;
    }
    void this.take(
      { act: 'move', trackId: TrackId, position: to },
      `${name} moved to position ${to} of ${last}.`,
    );
  }

  /** Undoes the last step. The keyboard undoes only the viewer's own. */
  undo(byKeyboard: boolean): void {
    const { list, steps } = this.#state.get();
    const isFresh = steps.length > 0 || list.Revision !== this.#received; // a step of the viewer that no list contains yet
    const isOwn = isFresh || list.Undo?.ByUserId === this.#viewerId;
    if (!isOwn && !list.Undo) this.say('There’s nothing to undo.');
    else if (!isOwn && byKeyboard)
      this.say(`The last change is by ${list.Undo?.ByName}. Use the Undo button to undo it.`);
    else void this.take({ act: 'undo' }, 'Undone.');
  }

  /** Loads the list if it has changed. While steps are being sent it does nothing, because their end loads it. */
  async refresh(): Promise<void> {
    if (this.#isSending) return;
    const answer = await this.#server.load(this.#received);
    if (this.#isSending) return; // the answer may be older than a step made meanwhile
    if (!this.#isRefused && !answer.ok) this.say(answer.problem.detail, true);
    else if (!this.#isRefused && this.#isUnreachable) this.say('');
    this.#isUnreachable = !answer.ok;
    if (!answer.ok) return;
    if (answer.value !== null) this.#receive(answer.value);
    this.#isRefused = false;
  }

  async #sendSteps(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let step = this.#state.get().steps[0]; step; step = this.#state.get().steps[0])
      await this.#sendStep(step);
    this.#isSending = false;
    await this.refresh();
  }

  async #sendStep(step: Step): Promise<void> {
    const answer = await this.#server.send(step, this.#state.get().list.Revision, this.#reason);
    const { list, steps } = this.#state.get();
    const rest = { steps: steps.slice(1) };
    if (answer.ok) {
      const { Revision } = answer.value;
      if (Revision > list.Revision + 1) this.#isOvertaken = true;
      this.#set({ ...rest, list: { ...list, Revision, Tracks: afterStep(list.Tracks, step) } });
    } else {
      this.#isRefused = true;
      this.#set({ ...rest, message: { text: answer.problem.detail, isBad: true } });
    }
    this.#confirmed.get(step)?.(answer);
    this.#confirmed.delete(step);
  }

  #receive(list: PackEntries): void {
    const { list: before } = this.#state.get();
    if (list.Revision < before.Revision) return; // overtaken by a later answer
    const isByOthers = this.#received !== -1 && list.Revision > before.Revision;
    const news = this.#isRefused ? null : this.#isOvertaken ? overtaken : isByOthers ? newsOf(list) : null;
    this.#received = list.Revision;
    this.#isOvertaken = false;
    this.#set({
      list: { ...list, Tracks: withKnownRows(list.Tracks, before.Tracks) },
      isComplete: true,
      ...(news !== null && { message: { text: news, isBad: false } }),
    });
  }

  #set(change: Partial<ManagerState>): void {
    const next = { ...this.#state.get(), ...change };
    const tracks = this.#isHeld
      ? next.tracks
      : next.steps.reduce<readonly PackEntry[]>(afterStep, next.list.Tracks);
    this.#state.set({ ...next, tracks });
  }
}

const overtaken = 'Another manager changed this list at the same time. It now shows both changes.';
const reasonMissing = 'Enter your reason first: you’re editing as a moderator.';

const newsOf = ({ Undo }: PackEntries) =>
  Undo ? `${Undo.ByName} changed this list: ${Undo.Text}.` : 'This list was changed by someone else.';
