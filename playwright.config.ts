import { defineConfig } from 'playwright/test';
import { moveTempToMemory } from './src/testing/memory-folder.ts';
import { leftToOtherRuns } from './src/testing/shares.ts';

moveTempToMemory();

/** Browser tests: `npm run test:e2e`, which finds or installs the browser first. */
export default defineConfig({
  testDir: 'src/testing/browser',
  testMatch: '*.e2e.ts',
  testIgnore: leftToOtherRuns(),
  outputDir: 'test-results/e2e',
  globalSetup: './src/testing/browser/tools/server.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 1, // decision 11
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'off', // recording costs a third of the suite; `npm run test:e2e -- NAME --trace on` shows one test in full
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
