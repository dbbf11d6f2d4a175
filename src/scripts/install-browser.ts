import { findBrowser } from './find-browser.ts';

/** Installs a browser for the browser tests unless there is one, and prints where it is. */
try {
  console.log(await findBrowser());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
