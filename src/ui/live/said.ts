/** A sentence with the answer's own words in it: 'Added {Name}.' */
export const said = (sentence: string | undefined, answer: Readonly<Record<string, unknown>>) =>
  sentence?.replace(/\{(\w+)\}/g, (gap, name: string) => String(answer[name] ?? gap));
