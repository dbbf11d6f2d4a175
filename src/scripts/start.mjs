// npm start: says what is wrong with the Node it runs on before that Node trips over TypeScript.
import './node-version.mjs';

await import('./start.ts');
