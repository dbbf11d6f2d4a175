import type { Plugin } from 'vite';

/** The oldest versions that the site is built and tested for. The README names them; a test keeps the two equal. */
export const supportedBrowsers = { chrome: '109', firefox: '115', safari: '16.4' } as const;

const target = Object.entries(supportedBrowsers).map(([name, version]) => name + version);

/**
 * Lowers the scripts and styles of pages to what the supported browsers understand. Astro sets the target of its client build
 * after it has read the configuration, so a plugin has to replace it. Styles come from the server's build, too; its scripts run
 * in Node and stay as they are.
 */
export const lowerForBrowsers = (): Plugin => ({
  name: 'paddock:lower-for-browsers',
  apply: 'build',
  configEnvironment: (name) => ({
    build: { cssTarget: target, ...(name === 'client' ? { target } : {}) },
  }),
});
