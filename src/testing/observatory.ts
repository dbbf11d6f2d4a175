import type { IncomingHttpHeaders } from 'node:http';

// The published rules of Mozilla's HTTP Observatory (version 2 of its scanner), as far as one response determines them. Not
// included: HSTS preloading and subresource integrity (bonuses that are not claimed), and the redirect from http, which is the
// proxy's task.

/** A page requested over https, as the scanner sees it. */
export interface Scanned {
  readonly headers: IncomingHttpHeaders;
  readonly html: string;
}

interface Finding {
  readonly rule: string;
  readonly modifier: number;
}
type Rule = (page: Scanned) => Finding;

const found = (rule: string, modifier: number): Finding => ({ rule, modifier });

/** A policy by directive; of a repeated directive the first counts. */
function directives(policy: string): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, readonly string[]>();
  for (const part of policy.split(';')) {
    const [name, ...sources] = part.trim().toLowerCase().split(/\s+/);
    if (name && !map.has(name)) map.set(name, sources);
  }
  return map;
}

const broad = ['*', 'http:', 'https:', 'data:'];
const insecure = (sources: readonly string[]) => sources.some((source) => /^(http:|ftp:)/.test(source));

function contentSecurityPolicy({ headers }: Scanned): Finding {
  const policy = directives(String(headers['content-security-policy'] ?? ''));
  if (policy.size === 0) return found('csp-not-implemented', -25);
  const rest = policy.get('default-src') ?? ['*'];
  const sources = (name: string) => policy.get(name) ?? rest;
  const [script, object, style] = [sources('script-src'), sources('object-src'), sources('style-src')];
  const isHashed = (list: readonly string[]) =>
    list.some((source) => /^'(nonce|sha(256|384|512))-/.test(source));
  const isLoose = (list: readonly string[]) =>
    list.some((source) => broad.includes(source)) || (list.includes("'unsafe-inline'") && !isHashed(list));
  if (isLoose(script) || object.some((source) => broad.includes(source))) {
    return found('csp-implemented-with-unsafe-inline', -20);
  }
  const active = ['script-src', 'object-src', 'style-src', 'connect-src', 'font-src', 'frame-src'];
  if (active.some((name) => insecure(sources(name))))
    return found('csp-implemented-with-insecure-scheme', -20);
  if (script.includes("'unsafe-eval'")) return found('csp-implemented-with-unsafe-eval', -10);
  if (['img-src', 'media-src'].some((name) => insecure(sources(name)))) {
    return found('csp-implemented-with-insecure-scheme-in-passive-content-only', -10);
  }
  if (isLoose(style)) return found('csp-implemented-with-unsafe-inline-in-style-src-only', 0);
  const formAction = policy.get('form-action')?.join(' ') ?? '*';
  const isStrict = rest.join(' ') === "'none'" && ["'none'", "'self'"].includes(formAction);
  return isStrict
    ? found('csp-implemented-with-no-unsafe-default-src-none', 10)
    : found('csp-implemented-with-no-unsafe', 5);
}

const sixMonthsSeconds = 15_768_000;
const hstsSeconds = (headers: IncomingHttpHeaders) =>
  Number(/(?:^|;)\s*max-age="?(\d+)/i.exec(headers['strict-transport-security'] ?? '')?.[1] ?? Number.NaN);

function cookies({ headers }: Scanned): Finding {
  const all = headers['set-cookie'] ?? [];
  if (all.length === 0) return found('cookies-not-found', 0);
  const isSession = (cookie: string) => /^[^=]*(login|sess)/i.test(cookie);
  const isToken = (cookie: string) => /^[^=]*(csrf|xsrf|verificationtoken)/i.test(cookie);
  const has = (attribute: RegExp) => (cookie: string) => attribute.test(cookie);
  const isSecure = has(/;\s*secure\s*(;|$)/i);
  const isHidden = has(/;\s*httponly\s*(;|$)/i);
  const isSameSite = has(/;\s*samesite=(lax|strict)\s*(;|$)/i);
  const findings = all.flatMap((cookie): Finding[] => [
    ...(isSecure(cookie)
      ? []
      : hstsSeconds(headers) > 0
        ? [found('cookies-without-secure-flag-but-protected-by-hsts', isSession(cookie) ? -10 : -5)]
        : [found('cookies-without-secure-flag', isSession(cookie) ? -40 : -20)]),
    ...(isSession(cookie) && !isHidden(cookie) ? [found('cookies-session-without-httponly-flag', -30)] : []),
    ...(/;\s*samesite/i.test(cookie) && !isSameSite(cookie)
      ? [found('cookies-samesite-flag-invalid', -20)]
      : []),
    ...(isToken(cookie) && !isSameSite(cookie) ? [found('cookies-anticsrf-without-samesite-flag', -20)] : []),
  ]);
  const worst = findings.toSorted((a, b) => a.modifier - b.modifier)[0];
  if (worst) return worst;
  return all.every(isSameSite)
    ? found('cookies-secure-with-httponly-sessions-and-samesite', 5)
    : found('cookies-secure-with-httponly-sessions', 0);
}

function crossOriginSharing({ headers }: Scanned): Finding {
  const allowed = headers['access-control-allow-origin'];
  if (allowed === undefined) return found('cross-origin-resource-sharing-not-implemented', 0);
  return allowed !== '*' && headers['access-control-allow-credentials'] === 'true'
    ? found('cross-origin-resource-sharing-implemented-with-universal-access', -50)
    : found('cross-origin-resource-sharing-implemented', 0);
}

function transportSecurity({ headers }: Scanned): Finding {
  if (headers['strict-transport-security'] === undefined) return found('hsts-not-implemented', -20);
  const seconds = hstsSeconds(headers);
  if (Number.isNaN(seconds)) return found('hsts-header-invalid', -20);
  return seconds >= sixMonthsSeconds
    ? found('hsts-implemented-max-age-at-least-six-months', 0)
    : found('hsts-implemented-max-age-less-than-six-months', -10);
}

const privateReferrers = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];

function referrerPolicy({ headers }: Scanned): Finding {
  const policy = headers['referrer-policy'];
  if (policy === undefined) return found('referrer-policy-not-implemented', 0);
  return privateReferrers.includes(String(policy).split(',').at(-1)?.trim() ?? '')
    ? found('referrer-policy-private', 5)
    : found('referrer-policy-unsafe', -5);
}

function scripts({ html }: Scanned): Finding {
  const sources = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"/gi)].map(([, source = '']) => source);
  if (sources.length === 0) return found('sri-not-implemented-but-no-scripts-loaded', 0);
  if (sources.some((source) => /^(http:)?\/\//i.test(source))) {
    return found('sri-not-implemented-and-external-scripts-not-loaded-securely', -50);
  }
  return sources.some((source) => /^https:/i.test(source))
    ? found('sri-not-implemented-but-external-scripts-loaded-securely', -5)
    : found('sri-not-implemented-but-all-scripts-loaded-from-secure-origin', 0);
}

function contentTypeOptions({ headers }: Scanned): Finding {
  return headers['x-content-type-options'] === 'nosniff'
    ? found('x-content-type-options-nosniff', 0)
    : found('x-content-type-options-not-implemented', -5);
}

function framing({ headers }: Scanned): Finding {
  const policy = directives(String(headers['content-security-policy'] ?? ''));
  const ancestors = policy.get('frame-ancestors');
  if (ancestors && !ancestors.some((source) => broad.includes(source))) {
    return found('x-frame-options-implemented-via-csp', 5);
  }
  return /^(deny|sameorigin)$/i.test(String(headers['x-frame-options'] ?? ''))
    ? found('x-frame-options-sameorigin-or-deny', 0)
    : found('x-frame-options-not-implemented', -20);
}

function resourcePolicy({ headers }: Scanned): Finding {
  const policy = headers['cross-origin-resource-policy'];
  if (policy === undefined) return found('corp-not-implemented', 0);
  if (policy === 'same-origin' || policy === 'same-site') return found(`corp-implemented-with-${policy}`, 10);
  return policy === 'cross-origin'
    ? found('corp-implemented-with-cross-origin', 0)
    : found('corp-header-invalid', -5);
}

const rules: readonly Rule[] = [
  contentSecurityPolicy,
  cookies,
  crossOriginSharing,
  transportSecurity,
  referrerPolicy,
  scripts,
  contentTypeOptions,
  framing,
  resourcePolicy,
];

/** Bonuses count from this score. */
const extraCreditFrom = 90;

/** The score and its parts. A page begins with 100; penalties count first. */
export function scoreOf(page: Scanned): { score: number; findings: readonly Finding[] } {
  const findings = rules.map((rule) => rule(page));
  const sum = (list: readonly Finding[]) => list.reduce((total, { modifier }) => total + modifier, 0);
  const withPenalties = 100 + sum(findings.filter(({ modifier }) => modifier < 0));
  const bonus = withPenalties < extraCreditFrom ? 0 : sum(findings.filter(({ modifier }) => modifier > 0));
  return { score: Math.max(0, withPenalties + bonus), findings };
}
