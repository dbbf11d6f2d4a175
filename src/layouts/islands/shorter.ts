/**
 * HTML without what it does not require: the end tag of an item, a cell or a row that another one follows, the closing slash of void
 * elements, the quotes of simple values, and empty values. React, Astro and bbcode/render.ts escape every quote of a text, so what looks
 * like an attribute is one.
 */
export const shorter = (html: string): string =>
  html
    .replace(/<\/(?:t[dhr]|d[dt]|li)>(?=<\/?(?:t[bdhr]|d[dlt]|li|[ou]l))/g, '')
    .replace(/(<(?:input|img|br|hr)(?: [^\s=<>"]+(?:="[^"]*")?)*)\/>/g, '$1>')
    .replace(/( [a-z][a-z-]*)=""(?=[ >])/g, '$1')
    .replace(/( [a-zA-Z][a-zA-Z-]*=)"([\w/.:#,;()%-]+)"(?=[ >])/g, '$1$2');
