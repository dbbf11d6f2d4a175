export { accountActs } from '../leaving/server/closing.ts';
