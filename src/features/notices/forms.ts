import { z } from 'zod';
import { deliveries, groupIds, isRequired } from './kinds.ts';

/** What a user may choose for a group. */
export const choicesOf = (group: (typeof groupIds)[number]) =>
  deliveries.filter((delivery) => delivery !== 'off' || !isRequired(group));

const message = (group: (typeof groupIds)[number]) =>
  isRequired(group)
    ? `must be one of ${choicesOf(group).join(', ')}: actions about you are always shown on the site`
    : `must be one of ${choicesOf(group).join(', ')}`;

/** One field for each group; those that are not sent stay as they are. `All` is for every group, as far as it may be chosen there. */
export const DeliveriesForm = z.object({
  All: z.enum(deliveries, `must be one of ${deliveries.join(', ')}`).optional(),
  ...Object.fromEntries(
    groupIds.map((group) => [group, z.enum(choicesOf(group), message(group)).optional()]),
  ),
});
