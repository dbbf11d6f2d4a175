/**
 * HTML without what it does not require: the end of a cell or row that another one follows, and the quotes of simple values. React,
 * Astro and bbcode/render.ts escape every quote of a text, so what looks like an attribute is one.
 */
export const shorter = (html: string): string =>
  html.replace(/<\/t[dhr]>(?=<\/?t[bdhr])/g, '').replace(/( [a-z][a-z-]*=)"([\w/.:-]+)"(?=[ >])/g, '$1$2');
