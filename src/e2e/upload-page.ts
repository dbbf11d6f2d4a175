import type { Locator, Page } from 'playwright/test';
import { awake } from './lists.ts';
import type { TrackFile } from './track-file.ts';

/** The upload page as a person finds it: by words and roles. */
export const uploadPage = (page: Page) => {
  const global = page.getByRole('group', { name: 'Global settings' });
  return {
    global,
    panel: (file: { name: string }): Locator => page.getByRole('group', { name: file.name, exact: true }),
    refusal: (file: { name: string }): Locator => page.getByRole('region', { name: file.name, exact: true }),
    publish: page.getByRole('button', { name: /^Publish/ }),
    far: page.locator('.upload__far'),
    /** what all came to, once nothing runs any more */
    outcome: page.locator('.upload__far').getByRole('status').first(),
    async choose(...files: TrackFile[]): Promise<void> {
      await awake(page);
      await page.getByLabel('Track files').setInputFiles(files);
    },
    /** What no track of the page says itself. */
    async settle(): Promise<void> {
      await awake(page);
      await global.getByLabel('Difficulty').selectOption({ label: 'Intermediate' });
      await global.getByRole('checkbox').first().check();
    },
  };
};
