import { createHash } from 'node:crypto';
import { uiModes } from '#lib/codes/ui-mode.ts';
import { modeCookieName } from '#platform/auth/cookies.ts';

/**
 * A script for the head of pages that are the same for everybody: it sets the reader's choice of day or night before the first paint. It is
 * part of the page, because a file would delay that paint.
 */
export const firstModeScript = `{const m=RegExp("(?:^|; )"+(location.protocol=="https:"?"${modeCookieName(true)}":"${modeCookieName(false)}")+"=([012])").exec(document.cookie);if(m)document.documentElement.dataset.mode=${JSON.stringify(uiModes)}[m[1]]}`;

/** How the content security policy names the script. */
export const firstModeHash =
  `sha256-${createHash('sha256').update(firstModeScript).digest('base64')}` as const;
