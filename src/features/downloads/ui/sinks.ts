/** Where the bytes of a zip go. */
export interface Sink {
  /** a promise if the next chunk must wait */
  write(chunk: Uint8Array): Promise<void> | null;
  close(): Promise<void>;
  /** removes what was written */
  abort(): Promise<void>;
}

const batchBytes = 4 * 1024 * 1024;

/** Collects small chunks. */
class Batch {
  #chunks: Uint8Array<ArrayBuffer>[] = [];
  #bytes = 0;

  /** the collected chunks once they are large enough */
  add(chunk: Uint8Array): Blob | null {
    this.#chunks.push(chunk as Uint8Array<ArrayBuffer>); // never shared between threads
    this.#bytes += chunk.byteLength;
    return this.#bytes < batchBytes ? null : this.rest();
  }

  rest(): Blob {
    const blob = new Blob(this.#chunks);
    this.#chunks = [];
    this.#bytes = 0;
    return blob;
  }
}

/** how long the browser may take to begin saving a file */
const savingMs = 60_000;

/** Collects the zip in the browser's blob storage, outside the memory of the page, and saves it as a download. */
export function downloadSink(fileName: string): Sink {
  const batch = new Batch();
  const parts: Blob[] = [];
  return {
    write(chunk) {
      const part = batch.add(chunk);
      if (part) parts.push(part);
      return null;
    },
    async close() {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([...parts, batch.rest()], { type: 'application/zip' }));
      link.download = fileName;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), savingMs);
    },
    async abort() {
      parts.length = 0;
    },
  };
}

/** Writes the zip straight to a file that the user chose. */
async function fileSink(file: FileSystemFileHandle): Promise<Sink> {
  const stream = await file.createWritable();
  const batch = new Batch();
  return {
    write(chunk) {
      const part = batch.add(chunk);
      return part && stream.write(part);
    },
    async close() {
      await stream.write(batch.rest());
      await stream.close();
    },
    abort: () => stream.abort(),
  };
}

/** Opens the sink of a zip by its file name. */
export type OpenSink = (fileName: string) => Promise<Sink>;

interface FilePickers {
  showSaveFilePicker?(options: object): Promise<FileSystemFileHandle>;
  showDirectoryPicker?(options: object): Promise<FileSystemDirectoryHandle>;
}

const pickers = (): FilePickers => window as FilePickers; // only some browsers have them

/** Whether this browser can write to a file of the user's choice. */
export const canPickFile = (): boolean =>
  pickers().showSaveFilePicker !== undefined && pickers().showDirectoryPicker !== undefined;

/**
 * Lets the user choose a file, or the folder of several. Must be called within the press of a button; null: the user changed
 * their mind.
 */
export async function pickSink(zips: number, fileName: string): Promise<OpenSink | null> {
  const { showSaveFilePicker, showDirectoryPicker } = pickers();
  try {
    if (zips === 1) {
      const types = [{ description: 'Zip', accept: { 'application/zip': ['.zip'] } }];
      const file = await showSaveFilePicker?.call(window, { suggestedName: fileName, types });
      return file ? () => fileSink(file) : null;
    }
    const folder = await showDirectoryPicker?.call(window, { mode: 'readwrite' });
    return folder ? async (name) => fileSink(await folder.getFileHandle(name, { create: true })) : null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}
