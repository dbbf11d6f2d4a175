// The first match wins: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

// Android calls itself Linux; iPhones say "like Mac OS X".
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const firstOf = (table: typeof browsers, text: string) => table.find(([pattern]) => pattern.test(text))?.[1];

/** Describes a User-Agent header for its user, e.g. "Firefox on Linux". Empty if it is unknown. */
export function browserName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  const [browser, system] = [firstOf(browsers, text), firstOf(systems, text)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? '';
}
