import { feature } from '#platform/feature.ts';
import { messageRoutes } from './server/endpoints.ts';
import { messageData } from './server/personal.ts';

/** Private conversations. */
export const messages = feature({
  name: 'messages',
  uses: ['users', 'notices', 'modlog', 'cases'],
  routes: messageRoutes,
  personalData: [messageData],
});
