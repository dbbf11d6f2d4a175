export { achievementActs } from './actions.ts';
