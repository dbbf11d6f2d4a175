/** Chosen or dropped files, without files in folders that are not the game's. */
export interface Picked {
  readonly files: File[];
  /** number of ignored files in folders */
  readonly leftOut: number;
}

const isGbx = (file: File) => /\.gbx$/i.test(file.name);

/** Files in folders are included only if they end in .gbx; files dropped directly are always included and judged by name. */
export function sorted(chosen: readonly File[], inFolders: readonly File[]): Picked {
  const known = inFolders.filter(isGbx);
  return { files: [...chosen, ...known], leftOut: inFolders.length - known.length };
}

/** The files of a drop, including folders recursively. */
export async function droppedFiles(transfer: DataTransfer): Promise<Picked> {
  // synchronously, because the browser clears the drop afterwards
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const chosen: File[] = [];
  const inFolders: File[] = [];
  for (const { entry, file } of dropped) {
    if (isFolder(entry)) await search(entry, inFolders);
    else if (file) chosen.push(file);
  }
  return sorted(chosen, inFolders);
}

const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function search(folder: FileSystemDirectoryEntry, found: File[]): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    // a browser returns a hundred at a time, finally none
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    ).catch(() => []); // an unreadable folder counts as empty
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

/** The text next to a file input: the name of the chosen file, the number of files, or none. */
export const chosenLabel = (names: readonly string[]): string =>
  names.length > 1 ? `${names.length} files chosen` : (names[0] ?? '(no file selected)');
