import { z } from 'zod';
import { pathId } from '#lib/wire/z.ts';
import { visibleName } from '../forms.ts';
import { askedNames, maxApplicationNameLength, maxRedirectAddresses, maxWebsiteLength } from './model.ts';
import { redirectMistake } from './redirect-address.ts';

const website = /^https:\/\/[^/?#@\s]+(?:[/?#]\S*)?$/;

/** One address in each line. */
const addresses = z
  .string('must be sent once, as text')
  .transform((typed) =>
    [...new Set(typed.split(/\r?\n/).map((line) => line.trim()))].filter((line) => line !== ''),
  )
  .superRefine((lines, issue) => {
    const say = (message: string) => issue.addIssue({ code: 'custom', message });
    if (lines.length === 0) return say('enter at least one address');
    if (lines.length > maxRedirectAddresses) return say(`has more than ${maxRedirectAddresses} addresses`);
    for (const line of lines) {
      const mistake = redirectMistake(line);
      if (mistake) return say(`“${line.slice(0, 100)}” ${mistake}`);
    }
  });

export const ApplicationForm = z.object({
  Name: visibleName(maxApplicationNameLength, 'enter the name that users know'),
  Website: z
    .string('must be sent once, as text')
    .trim()
    .max(maxWebsiteLength, `has more than ${maxWebsiteLength} characters`)
    .refine(
      (address) => website.test(address) && URL.canParse(address),
      'must be an address that begins with https://',
    ),
  Addresses: addresses,
});
export const SavedApplicationForm = ApplicationForm.extend({ applicationId: pathId });
export const ApplicationRef = z.object({ applicationId: pathId });

/** The request of an application, which the form of the page sends again. */
export const AllowForm = z.object(
  Object.fromEntries(askedNames.map((name) => [name, z.string('must be sent once').optional()])) as Record<
    (typeof askedNames)[number],
    z.ZodOptional<z.ZodString>
  >, // one for each name
);
