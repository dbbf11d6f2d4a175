// npm start: says what is wrong with the Node it runs on before that Node trips over TypeScript.
import './node-version.mjs';

const { enableCompileCache } = await import('node:module');
const { fileURLToPath } = await import('node:url');

// Types are stripped once, not at every start: half a second of the three a second start may take.
enableCompileCache(fileURLToPath(new URL('../../.cache/node', import.meta.url)));

await import('./start.ts');
