import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { UploadPageData } from './page-data.ts';
import { UploadForm } from './UploadForm.island.tsx';

const pageData: UploadPageData = {
  tags: [
    { id: 7, name: 'Tech' },
    { id: 3, name: 'Offroad' },
  ],
  uploader: { userId: 1, name: 'Wojtek' },
  maxPictures: 10,
  editions: [],
  pack: null,
};
const pack = { packId: 7, name: 'Evening Tour', isManager: true };
const html = (given: Partial<UploadPageData> = {}, many = false) =>
  renderToString(<UploadForm pageData={{ ...pageData, ...given }} many={many} />);

test('the page starts with the file inputs and the open global settings', () => {
  expect(html()).toContain('aria-label="Track files"');
  expect(html()).toContain('aria-label="Folder of tracks"');
  expect(html()).toMatch(/<details[^>]*\bopen\b[^>]*aria-label="Global settings"/);
  expect(html()).toContain('(no file selected)');
});

test('on the page for many the folder comes first', () => {
  const places = (many: boolean) =>
    ['Track files', 'Folder of tracks'].map((name) => html({}, many).indexOf(name));
  const [files = 0, folder = 0] = places(false);
  expect(files).toBeLessThan(folder);
  const [filesOfMany = 0, folderOfMany = 0] = places(true);
  expect(folderOfMany).toBeLessThan(filesOfMany);
});

test('managers of a trackpack choose the status, by default approved; others see that the track is pending', () => {
  expect(html()).not.toContain('Status in the trackpack');
  expect(html({ pack })).toMatch(/<option selected value="1">Approved/);
  const submitted = html({ pack: { ...pack, isManager: false } });
  expect(submitted).not.toContain('Status in the trackpack');
  expect(submitted).toContain('</b> and are pending until its managers approve them.');
});
