import { Readable } from 'node:stream';
import type { Selection } from './selection.ts';

/** A client that has not read this much is disconnected, and resumes where it was. */
export const mostUnread = 256 * 1024;
/** A client that is catching up is sent more once no more than this is unread. */
const mostUnreadBefore = mostUnread / 4;

/** A client that follows the changes: its stream, and what it wants. */
export class Listener {
  readonly address: string;
  readonly selection: Selection;
  /** the number up to which it has everything */
  last: number;
  readonly stream: Readable;
  #isEnding = false;
  #onRead: (() => void) | null = null;

  constructor(address: string, selection: Selection, last: number) {
    this.address = address;
    this.selection = selection;
    this.last = last;
    this.stream = new Readable({ read: () => this.#onRead?.() });
    this.stream.once('close', () => this.#onRead?.());
  }

  /** Whether nothing can be sent any more. */
  get hasEnded(): boolean {
    return this.stream.destroyed || this.#isEnding;
  }

  /** Whether the client must read before it gets more of what it missed. */
  get mustRead(): boolean {
    return !this.hasEnded && this.stream.readableLength > mostUnreadBefore;
  }

  send(text: string): void {
    if (this.hasEnded) return;
    if (this.stream.readableLength + text.length > mostUnread) this.stream.destroy();
    else this.stream.push(text);
  }

  /** Shows that the connection works. A client that has not read what it got needs no further sign. */
  beat(): void {
    if (this.stream.readableLength === 0) this.send(':\n\n');
  }

  end(): void {
    if (!this.hasEnded) this.stream.push(null);
    this.#isEnding = true;
  }

  /** Waits until the client has read most of what it got, or is gone. */
  async read(): Promise<void> {
    while (this.mustRead)
      await new Promise<void>((resolve) => {
        this.#onRead = resolve;
      });
  }
}
