import { findBrowser } from './find-browser.ts';
import { runTool } from './suite/step.ts';

/** `npm run test:e2e [-- options of Playwright]`: the browser tests against one real server of all editions. */
try {
  const browser = await findBrowser();
  const ok = await runTool('playwright', ['test', ...process.argv.slice(2)], {
    CHROMIUM_PATH: browser,
    // Node imports TypeScript itself; Playwright would translate every module, which takes ten seconds
    PW_DISABLE_TS_ESM: '1',
  });
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
