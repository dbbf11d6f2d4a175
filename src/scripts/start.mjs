// npm start: checks the Node version before an old one fails on TypeScript.
import './node-version.mjs';

const { enableCompileCache } = await import('node:module');
const { fileURLToPath } = await import('node:url');

// Types are stripped once, not at every start, which saves half a second.
enableCompileCache(fileURLToPath(new URL('../../.cache/node', import.meta.url)));

await import('./start.ts');
