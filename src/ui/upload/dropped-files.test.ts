import { expect, test } from 'vitest';
import { chosenLabel, droppedFiles, sorted } from './dropped-files.ts';

const file = (name: string) => new File(['x'], name);
const fileEntry = (name: string) => ({
  isFile: true,
  isDirectory: false,
  name,
  file: (done: (found: File) => void) => done(file(name)),
});

/** A folder as in the browser's API: its contents in portions, finally none. */
const folderEntry = (name: string, inside: { name: string }[], portion = 100) => ({
  isFile: false,
  isDirectory: true,
  name,
  createReader: () => {
    const left = [...inside];
    return { readEntries: (done: (some: unknown[]) => void) => done(left.splice(0, portion)) };
  },
});
const drop = (...entries: { isDirectory: boolean; name: string }[]) =>
  ({
    items: entries.map((entry) => ({
      kind: 'file',
      webkitGetAsEntry: () => entry,
      getAsFile: () => (entry.isDirectory ? null : file(entry.name)),
    })),
  }) as unknown as DataTransfer; // the part that is used

const names = async (transfer: DataTransfer) => {
  const { files, leftOut } = await droppedFiles(transfer);
  return [files.map(({ name }) => name), leftOut];
};

test('folders are searched recursively, sorted by name', async () => {
  const deep = folderEntry('deep', [folderEntry('deeper', [fileEntry('z.Gbx'), fileEntry('notes.txt')])]);
  const all = folderEntry('all', [fileEntry('b10.gbx'), deep, fileEntry('b9.Challenge.Gbx')]);
  expect(await names(drop(all))).toEqual([['b9.Challenge.Gbx', 'b10.gbx', 'z.Gbx'], 1]);
});

test('all files of a large folder are read, whatever the portion size', async () => {
  const many = Array.from({ length: 350 }, (_, n) => fileEntry(`${n}.Gbx`));
  expect((await droppedFiles(drop(folderEntry('many', many)))).files).toHaveLength(350);
});

test('a file dropped directly is included whatever it is: it is refused by name, not ignored', async () => {
  expect(await names(drop(fileEntry('holiday.jpg'), folderEntry('f', [fileEntry('other.jpg')])))).toEqual([
    ['holiday.jpg'],
    1,
  ]);
  expect(sorted([file('a.jpg')], [file('b.jpg'), file('c.GBX')])).toMatchObject({ leftOut: 1 });
});

test.each([
  [[], '(no file selected)'],
  [['A.Challenge.Gbx'], 'A.Challenge.Gbx'],
  [['A.Challenge.Gbx', 'B.Challenge.Gbx'], '2 files chosen'],
])('the files %j are shown as %s', (names, label) => expect(chosenLabel(names)).toBe(label));
