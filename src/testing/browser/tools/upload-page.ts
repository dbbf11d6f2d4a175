import type { Locator, Page } from 'playwright/test';
import { awake } from './lists.ts';
import type { TrackFile } from './track-file.ts';

/** The upload page as users find their way on it: by text and roles. */
export const uploadPage = (page: Page) => {
  const global = page.getByRole('group', { name: 'Global settings' });
  return {
    global,
    panel: (file: { name: string }): Locator => page.getByRole('group', { name: file.name, exact: true }),
    refusal: (file: { name: string }): Locator => page.getByRole('region', { name: file.name, exact: true }),
    publish: page.getByRole('button', { name: /^Publish/ }),
    far: page.locator('.upload__far'),
    /** the overall result, once nothing is running */
    outcome: page.locator('.upload__far').getByRole('status').first(),
    async choose(...files: TrackFile[]): Promise<void> {
      await awake(page);
      await page.getByLabel('Track files').setInputFiles(files);
    },
    /** Fills in the required settings that a file does not determine. */
    async settle(): Promise<void> {
      await awake(page);
      await global.getByLabel('Difficulty').selectOption({ label: 'Intermediate' });
      await global.getByRole('checkbox').first().check();
    },
  };
};
