export { publishHeldComment } from './comments.ts';
