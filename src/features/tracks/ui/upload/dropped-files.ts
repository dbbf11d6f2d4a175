/** Files as they were chosen or dropped, without what a folder holds besides tracks. */
export interface Picked {
  readonly files: File[];
  /** how many other files the folders held */
  readonly leftOut: number;
}

const isTrack = (file: File) => /\.gbx$/i.test(file.name);

/** What came from a folder is only taken if it is a track; a file somebody pointed at is taken, and judged by name. */
export function sorted(pointedAt: readonly File[], inFolders: readonly File[]): Picked {
  const tracks = inFolders.filter(isTrack);
  return { files: [...pointedAt, ...tracks], leftOut: inFolders.length - tracks.length };
}

/** The files of a drop, folders searched to their last corner. */
export async function droppedFiles(transfer: DataTransfer): Promise<Picked> {
  // all of it before anything is awaited: afterwards the browser has taken the drop back
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const pointedAt: File[] = [];
  const inFolders: File[] = [];
  for (const { entry, file } of dropped) {
    if (isFolder(entry)) await search(entry, inFolders);
    else if (file) pointedAt.push(file);
  }
  return sorted(pointedAt, inFolders);
}

const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function search(folder: FileSystemDirectoryEntry, found: File[]): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    // a browser gives a hundred at a time, and none in the end
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    ).catch(() => []); // a folder that may not be read is as good as empty
    if (some.length === 0) return;
    for (const entry of some.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))) {
      if (isFolder(entry)) await search(entry, found);
      else if (isFile(entry)) found.push(...(await fileOf(entry)));
    }
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File[]>((resolve) =>
    entry.file(
      (file) => resolve([file]),
      () => resolve([]),
    ),
  );

/** The text beside a file input: the chosen file's name, how many there are, or that there is none. */
export const chosenLabel = (names: readonly string[]): string =>
  names.length > 1 ? `${names.length} files chosen` : (names[0] ?? '(no file selected)');
