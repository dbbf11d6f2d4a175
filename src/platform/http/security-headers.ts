const locked = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

/** For responses that are not pages: if a browser ever shows one as a document, it may load and run nothing. */
const lockedPolicy = locked;

/** Drawings (SVG) keep the styles they contain. */
export const drawingPolicy = `${locked}; style-src 'unsafe-inline'`;

/**
 * Headers of every response that does not set its own. Responses may not be embedded in pages of other sites (pictures
 * of public tracks may), and may be stored only where a Cache-Control is given.
 */
export const commonHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': lockedPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Lets pages of other sites embed a picture: forums show those of tracks. */
export const embeddable = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/** No page may use these, regardless of its content. Browsers warn about names that they do not know. */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** What a framed player may use. */
const playerFeatures: ReadonlySet<string> = new Set([
  'autoplay',
  'encrypted-media',
  'fullscreen',
  'picture-in-picture',
]);

/** The header Permissions-Policy of a page that frames the player of `origin`; that of other pages allows nothing. */
export const permissionsWithPlayer = (origin: string): string =>
  unusedFeatures.map((name) => `${name}=(${playerFeatures.has(name) ? `"${origin}"` : ''})`).join(', ');

/** Additional headers of a page. It has its own content security policy: Astro hashes its scripts and styles. */
export const documentHeaders: Readonly<Record<string, string>> = {
  // the sign-in window keeps its opener, windows opened by other sites do not
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': unusedFeatures.map((name) => `${name}=()`).join(', '),
};

/**
 * Two years of https for a host that was visited over https, and for the hosts below it. No `preload`: that list binds
 * the whole domain for years, so the operator decides.
 */
const transportSecurity = 'max-age=63072000; includeSubDomains';

/** A document's policy for a visitor over https: resources that it still links by http are requested over https. */
const upgraded = (policy: string): string =>
  policy.includes('sandbox') ? policy : `${policy.replace(/;\s*$/, '')}; upgrade-insecure-requests`;

/** Headers of a response as sent over https. Names are in lower case. */
export function overHttps(headers: Readonly<Record<string, string>>): Record<string, string> {
  const policy = headers['content-security-policy'];
  return {
    ...headers,
    ...(policy !== undefined && { 'content-security-policy': upgraded(policy) }),
    'strict-transport-security': transportSecurity,
  };
}
