/** Names in which not just the first letter of each word is a capital. */
const irregular: Readonly<Record<string, string>> = {
  etag: 'ETag',
  'api-version': 'API-Version',
  'www-authenticate': 'WWW-Authenticate',
  ratelimit: 'RateLimit',
  'ratelimit-policy': 'RateLimit-Policy',
};

const known = new Map<string, string>();
const maxKnown = 200;

/**
 * A header's name in its customary spelling: `content-type` is `Content-Type`. Letter case has no meaning in names, but
 * some old tools expect exactly this spelling.
 */
export function customaryName(name: string): string {
  const before = known.get(name);
  if (before !== undefined) return before;
  const lower = name.toLowerCase();
  const spelt = irregular[lower] ?? lower.replace(/(^|-)[a-z]/g, (beginning) => beginning.toUpperCase());
  if (known.size < maxKnown) known.set(name, spelt);
  return spelt;
}
