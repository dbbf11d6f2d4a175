import { z } from 'zod';
import { sweepLimitedClients } from '#platform/admission/limited-clients.ts';
import { sweepAddresses } from '#platform/auth/addresses.ts';
import { sweepSessions } from '#platform/auth/session.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import { sweepRateLimits } from '#platform/rate-limits-postgres.ts';
import { sweepAddressKeys } from '#platform/rotating-key.ts';
import { sweepCodes } from '../applications/server/exchange.ts';
import { sweepExports } from '../export/server/export.ts';
import { addMissingKeys } from '../names/server/older-addresses.ts';
import { sweepNames } from '../names/server/rename.ts';
import { sweepSecondSteps } from '../second-step/server/second-step.ts';
import { sweepTokens } from '../tokens/server/tokens.ts';
import { sweepEmailTokens } from './repo.ts';

/** Every hour, removes what has ended: sessions, tokens, codes, names that are free again, counts of limits. */
export const sweepEnded = defineJob({
  name: 'sweep-ended',
  input: z.object({}),
  cron: '17 * * * *',
  async run(ctx) {
    await sweepSessions(ctx);
    await sweepEmailTokens(ctx);
    await sweepSecondSteps(ctx);
    await sweepTokens(ctx);
    await sweepCodes(ctx);
    await sweepNames(ctx);
    await addMissingKeys(ctx);
    await sweepExports(ctx);
    await sweepRateLimits(ctx);
    await sweepLimitedClients(ctx);
    await sweepAddressKeys(ctx);
    await sweepAddresses(ctx);
  },
});
