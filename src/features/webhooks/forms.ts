import { rowIdIn } from '#lib/codes/ids.ts';
import { pathId, z } from '#lib/wire/z.ts';
import { maxAddressLength, webhookFormats, webhookKindNames, webhookKinds } from './model.ts';

const packPrefix = 'pack-';
/** The value of a pack in the choice of what a webhook is about. */
export const packChoice = (packId: number): string => `${packPrefix}${packId}`;

const About = z.string('choose what it is about').transform((text, ctx) => {
  if (text === 'edition' || text === 'own') return { about: text, packId: null } as const;
  const packId = text.startsWith(packPrefix) ? rowIdIn(text.slice(packPrefix.length)) : null;
  if (packId) return { about: 'pack', packId } as const;
  ctx.addIssue({ code: 'custom', message: 'must be one of the choices' });
  return z.NEVER;
});

export const WebhookForm = z.object({
  Address: z
    .string('must be sent once, as text')
    .trim()
    .min(1, 'is missing')
    .max(maxAddressLength, `has more than ${maxAddressLength} characters`),
  About,
  /** one checkbox for each */
  Kinds: z.preprocess(
    (sent) => (typeof sent === 'string' ? [sent] : (sent ?? [])),
    z
      .array(z.enum(webhookKindNames, 'is no kind of change'))
      .min(1, 'choose at least one')
      .transform((names) => [...new Set(names)].flatMap((name) => [...webhookKinds[name].kinds])),
  ),
  Changes: z.enum(['new', 'all'], 'must be one of the choices').default('new'),
  Format: z.enum(webhookFormats, 'must be one of the choices').default('json'),
});
export const WebhookRef = z.object({ webhookId: pathId });
export const SavedWebhookForm = WebhookForm.extend({ webhookId: pathId });
export const SwitchForm = z.object({ webhookId: pathId, On: z.enum(['yes', 'no'], 'must be yes or no') });
