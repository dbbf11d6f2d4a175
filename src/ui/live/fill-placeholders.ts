/** Fills the placeholders of a sentence, such as 'Added {Name}.', with values of the response. */
export const fillPlaceholders = (sentence: string | undefined, answer: Readonly<Record<string, unknown>>) =>
  sentence?.replace(/\{(\w+)\}/g, (gap, name: string) => String(answer[name] ?? gap));
