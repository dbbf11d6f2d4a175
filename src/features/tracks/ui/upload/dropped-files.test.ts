import { expect, test } from 'vitest';
import { chosenLabel, droppedFiles, sorted } from './dropped-files.ts';

const file = (name: string) => new File(['x'], name);
const fileEntry = (name: string) => ({
  isFile: true,
  isDirectory: false,
  name,
  file: (done: (found: File) => void) => done(file(name)),
});

/** A folder as browsers hand it out: its contents in portions, then none. */
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
  }) as unknown as DataTransfer; // the part of it that is read

const names = async (transfer: DataTransfer) => {
  const { files, leftOut } = await droppedFiles(transfer);
  return [files.map(({ name }) => name), leftOut];
};

test('folders are searched to their last corner, in the order of their names', async () => {
  const deep = folderEntry('deep', [folderEntry('deeper', [fileEntry('z.Gbx'), fileEntry('notes.txt')])]);
  const all = folderEntry('all', [fileEntry('b10.gbx'), deep, fileEntry('b9.Challenge.Gbx')]);
  expect(await names(drop(all))).toEqual([['b9.Challenge.Gbx', 'b10.gbx', 'z.Gbx'], 1]);
});

test('a folder of many hundreds gives all of them, however few come at a time', async () => {
  const many = Array.from({ length: 350 }, (_, n) => fileEntry(`${n}.Gbx`));
  expect((await droppedFiles(drop(folderEntry('many', many)))).files).toHaveLength(350);
});

test('a file somebody pointed at is taken whatever it is: it is refused by name, not passed over', async () => {
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
