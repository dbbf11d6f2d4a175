const hex = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));

/** Control characters, bidirectional marks, invisible and combining letters, look-alikes and very long words. */
export const letters = [
  // each control character and bidirectional mark in the middle of a word, and all of them in a row
  ...[...hex(0x00, 0x1f), ...hex(0x7f, 0x9f)].map((control) => `be${control}fore`),
  ...[...hex(0x200b, 0x200f), ...hex(0x2028, 0x202e), ...hex(0x2060, 0x206f)].map(
    (mark) => `gpj${mark}exe.x`,
  ),
  ...hex(0x202a, 0x202e).map((mark) => mark.repeat(40)),
  '\u202Egpj.exe',
  '\u2067abc\u2066def\u2069\u2069',
  'שלום abc مرحبا 123',
  ...[
    '\u3164',
    '\u115f',
    '\uffa0',
    '\u00ad',
    '\u034f',
    '\ufeff',
    '\u180e',
    '\u{e0041}',
    '\ufe0f',
    '\u{1d173}',
  ].map((hidden) => `hid${hidden}den`),
  ...['\ufffe', '\uffff', '\u{10ffff}', '\ue000', '\ufffd', '\ud800', '\udfff', 'a\udc00b'],
  `Z${hex(0x300, 0x33f).join('')}`,
  `${'a\u0301\u0323'.repeat(30)}`,
  ...[
    'ﷺ',
    'ﬃ',
    'İı',
    'ẞß',
    'ǅ',
    '①',
    '℻',
    '＜script＞alert(1)＜/script＞',
    '﹤img src=x onerror=alert(1)﹥',
    'ʼ or 1=1',
  ],
  ...['👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🇪🇺🇪', '👍🏽', '🫠'.repeat(20), 'ก็็็็็็็็', '௵', '𓀀', '𝓉𝓇𝒶𝒸𝓀'],
  ...[
    'аdmin',
    'aIice',
    'раddосk',
    'a\u0338',
    '\u0301start',
    'ａｄｍｉｎ',
    '  two  spaces  ',
    '\u2003wide\u2003',
  ],
  'W'.repeat(200),
  'no spaces '.repeat(30).replaceAll(' ', ''),
];
