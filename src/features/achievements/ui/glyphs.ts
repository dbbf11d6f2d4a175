/** Drawings of their own for some achievements, by key, on a plate of 32 × 32; the others show an icon of the site. */
export const glyphs: Readonly<Record<string, string>> = {
  builder: 'M10.5 20.5v-6h4v-4h7v10zM10.5 17.5h11M14.5 14.5h7',
  critic: 'M10 11h12v8h-6l-3.500 3v-3H10z',
  record: 'M11 16a5 5 0 1 0 10 0a5 5 0 1 0-10 0M16 9v3M16 20v3M9 16h3M20 16h3',
  allround: 'M16 9.500l2.200 4.300 4.300 2.200-4.300 2.200L16 22.500l-2.200-4.300L9.500 16l4.300-2.200z',
  firstfinish:
    'M12 10.500h8v3.500a4 4 0 0 1-8 0zM16 18v3M13 21.500h6M12 11.500H9.800c0 2.500.8 3.600 2.300 3.800M20 11.500h2.200c0 2.500-.8 3.600-2.300 3.800',
  veteran: 'M10.500 13l5.500 3.500 5.500-3.500M10.500 18l5.500 3.500 5.500-3.500',
  crew: 'M16 9.500l6 2v4.500c0 3.300-2.300 5.500-6 7-3.700-1.500-6-3.700-6-7v-4.500zM13.300 16l2 2 3.500-3.800',
  supporter:
    'M16 22.500c-4-3-6.500-5.200-6.500-8.200a3.300 3.300 0 0 1 6.500-1 3.300 3.300 0 0 1 6.500 1c0 3-2.500 5.200-6.500 8.200z',
};
