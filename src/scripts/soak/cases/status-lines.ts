const statusLine = /HTTP\/1\.1 (\d{3}) /g;
const lineLength = 'HTTP/1.1 200 '.length;

/** Finds the statuses in the bytes of a connection, however they are divided into chunks. */
export class StatusLines {
  #rest = '';

  /** The statuses that this chunk completes. */
  in(chunk: Buffer): number[] {
    const text = this.#rest + chunk.toString('latin1');
    this.#rest = text.slice(-(lineLength - 1)); // too short for a line that was complete
    return [...text.matchAll(statusLine)].map(([, status]) => Number(status));
  }
}
