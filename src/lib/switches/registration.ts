/** Around what offers an account in prerendered pages. The server removes it while none can be created. */
export const registrationStart = '<!--registration-->';
export const registrationEnd = '<!--/registration-->';

/** A prerendered page without what offers an account. */
export const withoutRegistration = (html: string): string =>
  html
    .split(registrationStart)
    .map((part, index) =>
      index === 0 ? part : part.slice(part.indexOf(registrationEnd) + registrationEnd.length),
    )
    .join('');
