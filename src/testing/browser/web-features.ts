import { supportedBrowsers } from '#scripts/supported-browsers.ts';

type Browser = keyof typeof supportedBrowsers;

/** A feature that some supported browser may lack, and how it is recognised in built files. */
export interface Feature {
  readonly name: string;
  readonly pattern: RegExp;
  /** the first version of each browser that has it; null: none has */
  readonly since: Readonly<Record<Browser, number | null>>;
  /** if this is in the same file, the feature is tested for before it is used */
  readonly guard?: RegExp;
}

const since = (chrome: number | null, firefox: number | null, safari: number | null) => ({
  chrome,
  firefox,
  safari,
});

/** By MDN's browser-compat-data. What only refines a page, such as `text-wrap`, is not in it. */
const styleFeatures: readonly Feature[] = [
  { name: 'light-dark()', pattern: /light-dark\(/, since: since(123, 120, 17.5) },
  { name: 'color-mix()', pattern: /color-mix\(/, since: since(111, 113, 16.2) },
  {
    name: 'lab(), lch(), oklab(), oklch()',
    pattern: /[\s:,(](?:ok)?l(?:ab|ch)\(/,
    since: since(111, 113, 15.4),
  },
  { name: 'colours relative to others', pattern: /\(from /, since: since(119, 128, 16.4) },
  { name: ':has()', pattern: /:has\(/, since: since(105, 121, 15.4) },
  { name: ':popover-open', pattern: /:popover-open/, since: since(114, 125, 17) },
  { name: ':dir()', pattern: /:dir\(/, since: since(120, 49, 16.4) },
  {
    name: '::details-content',
    pattern: /::details-content/,
    since: since(131, 143, 18.4),
  },
  { name: ':user-invalid', pattern: /:user-(?:in)?valid/, since: since(119, 88, 16.5) },
  { name: 'nested rules', pattern: /[{};]\s*&/, since: since(120, 117, 17.2) },
  { name: 'subgrid', pattern: /subgrid/, since: since(117, 71, 16) },
  { name: '@scope', pattern: /@scope/, since: since(118, 146, 17.4) },
  { name: '@property', pattern: /@property/, since: since(85, 128, 16.4) },
  { name: 'units lh and rlh', pattern: /[\d.]r?lh\b/, since: since(109, 120, 16.4) },
  { name: 'round(), mod(), rem()', pattern: /[\s:,(](?:round|mod|rem)\(/, since: since(125, 118, 15.4) },
  { name: 'linear()', pattern: /[\s:,]linear\(/, since: since(113, 112, 17.2) },
  { name: 'anchor positions', pattern: /[\s:,(]anchor\(|position-area/, since: since(125, 147, 26) },
  {
    name: 'text-decoration with a thickness',
    pattern: /[{;]\s*text-decoration:[^;}]*[\d.](?:px|em|rem)/,
    since: since(89, 70, null),
  },
];

const scriptFeatures: readonly Feature[] = [
  {
    name: 'toReversed() and related methods',
    pattern: /\.to(?:Reversed|Sorted|Spliced)\(/,
    since: since(110, 115, 16),
  },
  { name: 'toWellFormed()', pattern: /\.(?:to|is)WellFormed\(/, since: since(111, 119, 16.4) },
  { name: 'groupBy()', pattern: /(?:Object|Map)\.groupBy\(/, since: since(117, 119, 17.4) },
  { name: 'Promise.withResolvers()', pattern: /\.withResolvers\(/, since: since(119, 121, 17.4) },
  { name: 'Promise.try()', pattern: /Promise\.try\(/, since: since(128, 134, 18.2) },
  { name: 'Array.fromAsync()', pattern: /\.fromAsync\(/, since: since(121, 115, 16.4) },
  {
    name: 'URL.canParse()',
    pattern: /\.canParse\(/,
    since: since(120, 115, 17),
    guard: /typeof URL\.canParse==/,
  },
  { name: 'AbortSignal.any()', pattern: /AbortSignal\.any\b/, since: since(116, 124, 17.4) },
  {
    name: 'popovers',
    pattern: /\.(?:show|toggle)Popover\(/,
    since: since(114, 125, 17),
    guard: /typeof \w+\.showPopover==/,
  },
  {
    name: 'ARIA properties of elements',
    pattern: /\.aria[A-Z]\w+\b(?!\s*\()|\.role=["'`]/,
    since: since(103, 119, 12.1),
  },
  {
    name: 'FormData with a button',
    pattern: /new FormData\([^(),]+,/,
    since: since(112, 111, 16.4),
    guard: /react-dom|__reactProps/,
  },
  {
    name: 'Set methods',
    pattern: /\.(?:is(?:Subset|Superset)Of|isDisjointFrom|symmetricDifference)\(/,
    since: since(122, 127, 17),
  },
  {
    name: 'iterator helpers',
    pattern:
      /\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|some|every|find)\(/,
    since: since(122, 131, 18.4),
  },
  { name: 'Intl.Segmenter', pattern: /Intl\.Segmenter/, since: since(87, 125, 14.1) },
  { name: 'Intl.DurationFormat', pattern: /Intl\.DurationFormat/, since: since(129, 136, 16.4) },
  { name: 'checkVisibility()', pattern: /\.checkVisibility\(/, since: since(105, 106, 17.4) },
  { name: 'RegExp.escape()', pattern: /RegExp\.escape\(/, since: since(136, 134, 18.2) },
  // the build turns a literal with this flag into a call, as it cannot replace it
  {
    name: 'the flag v of regular expressions',
    pattern: /RegExp\([^()]*,\s*["'`][a-z]*v/,
    since: since(112, 116, 17),
  },
  {
    name: 'Uint8Array as text',
    pattern: /\.(?:toBase64|setFromBase64|toHex|setFromHex)\(|Uint8Array\.from(?:Base64|Hex)\(/,
    since: since(140, 133, 18.2),
  },
  { name: 'loops over streams', pattern: /for await\b/, since: since(124, 110, null) },
];

/** Rules that need `:has()` and only refine their page: Firefox 115 leaves them out. */
const refinements: readonly RegExp[] = [
  /\.tbl--fold:not\(:has\(\.acts\)\)/, // the room for a row's actions stays free
  /\.tri li:has\(/, // the pressed button shows the same
  /\.userhead__acts:not\(:has\(\*\)\)/, // a gap of 8 px
  /\.(?:vid|watch):has\(\.player\)/, // the player stays as wide as its picture
  /\.act-forms li:has\(details\[open\]\)/, // an open form stays in its column
  /:root:has\(\.upload__bar\)/, // scrolling to a field may stop behind the bar
  /\.tagpick__tag:has\(/, // its checkbox shows the same
  /\.acts div:has\(|\.tbl:has\(\.acts div/, // narrower columns for moderators
];

/** Features in a style sheet that a supported browser lacks, except within `@supports` and in the refinements. */
export const lackingInStyles = (css: string): string[] =>
  lacking(styleFeatures, withoutRefinements(withoutSupports(css)));

/** Features in a script that a supported browser lacks, unless the script tests for them. */
export const lackingInScripts = (script: string): string[] => lacking(scriptFeatures, script);

function lacking(features: readonly Feature[], text: string): string[] {
  return features.flatMap((feature) => {
    const found = feature.pattern.exec(text);
    if (!found || feature.guard?.test(text)) return [];
    const browsers = Object.entries(supportedBrowsers)
      .filter(([browser, version]) => {
        const first = feature.since[browser as Browser]; // a key of the record itself
        return first === null || first > Number(version);
      })
      .map(([browser, version]) => `${browser} ${version}`);
    const near = text.slice(Math.max(0, found.index - 40), found.index + 40);
    return browsers.length > 0 ? [`${feature.name}, which ${browsers.join(', ')} lacks: ${near}`] : [];
  });
}

/** Removes the blocks of `@supports`, whose rules a browser without the feature ignores. */
function withoutSupports(css: string): string {
  let rest = css;
  for (let at = rest.indexOf('@supports'); at >= 0; at = rest.indexOf('@supports', at)) {
    let depth = 0;
    let end = rest.indexOf('{', at);
    do {
      if (rest[end] === '{') depth++;
      if (rest[end] === '}') depth--;
      end++;
    } while (depth > 0 && end < rest.length);
    rest = rest.slice(0, at) + rest.slice(end);
  }
  return rest;
}

const withoutRefinements = (css: string): string =>
  css.replace(/[^{};]+(?=\{)/g, (selectors) =>
    selectors.includes(':has(') && refinements.some((refinement) => refinement.test(selectors))
      ? ''
      : selectors,
  );
