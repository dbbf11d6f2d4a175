export { userActs } from '../edit/server/clean.ts';
