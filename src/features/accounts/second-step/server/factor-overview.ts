import { encode } from 'uqr';
import { minuteMs } from '#lib/codes/durations.ts';
import { passkeyDomain } from '#platform/auth/passkey-domain.ts';
import type { Ctx } from '#platform/context.ts';
import { siteName } from '#platform/switches/site-name.ts';
import { ownAccountId } from '../../server/policy.ts';
import { appLink } from './code-app.ts';
import { appSetupMinutes } from './factor-actions.ts';
import { appOf, factorsOf, openSecret } from './factors.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

/** One factor, as shown to its owner. */
export interface FactorShown {
  factorId: number;
  kind: 'app' | 'passkey';
  name: string;
  /** where it works; null: everywhere */
  worksOn: string | null;
  addedAt: Date;
  usedAt: Date | null;
}

/** The viewer's ways to confirm a sign-in. */
export async function factorOverview(ctx: Ctx, origin: string) {
  const accountId = ownAccountId(ctx);
  const factors = (await factorsOf(ctx, accountId)).filter((factor) => factor.confirmed_at !== null);
  const shown = factors.map(
    (factor): FactorShown => ({
      factorId: factor.factor_id,
      kind: factor.kind,
      name: factor.name,
      worksOn: factor.domain === null ? null : editionOf(ctx, factor.domain),
      addedAt: factor.created_at,
      usedAt: factor.last_used_at,
    }),
  );
  const domain = passkeyDomain(ctx, origin);
  const worksHere = factors.some(({ kind, domain: of }) => kind === 'app' || of === domain);
  return {
    factors: shown,
    hasApp: shown.some(({ kind }) => kind === 'app'),
    recoveryCodes: await countRecoveryCodes(ctx, accountId),
    /** passkeys can be created at this address */
    passkeysHere: domain !== null,
    /** each edition needs a passkey of its own */
    passkeysPerEdition: ctx.settings.passkeyDomain === null && ctx.sites.length > 1,
    worksHere,
  };
}

const editionOf = ({ sites }: Pick<Ctx, 'sites'>, domain: string) =>
  sites.find(({ host }) => host === domain)?.name ?? domain;

/** The number of factors, for the account page. */
export async function countFactors(ctx: Ctx): Promise<number> {
  const factors = await factorsOf(ctx, ownAccountId(ctx));
  return factors.filter((factor) => factor.confirmed_at !== null).length;
}

/** The authenticator app being set up: its secret in groups of four, its address, and that address as a QR code. */
export async function appToConfirm(ctx: Ctx) {
  const app = await appOf(ctx, ownAccountId(ctx));
  const since = new Date(ctx.clock.now().getTime() - appSetupMinutes * minuteMs);
  if (!app || app.confirmed_at || app.created_at <= since) return null;
  const secret = openSecret(ctx, app);
  const link = appLink(secret, siteName(ctx), ctx.viewer.name);
  return { secret: secret.match(/.{1,4}/g)?.join(' ') ?? secret, link, qr: qrPath(link) };
}

/** A QR code as the path of a drawing: a square of one unit for each dark module, within `size` units. */
function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join('') };
}
