/** Begins the rules of a drawing for dark pages. Browsers use the colour scheme of the element that shows the picture. */
export const atNight = '@media (prefers-color-scheme:dark)';

/** A drawing that is always day or always night, for where no element of a page shows it, such as a canvas. */
export const drawnFor = (svg: string, isNight: boolean): string =>
  svg.replace(atNight, isNight ? '@media all' : '@media not all');
