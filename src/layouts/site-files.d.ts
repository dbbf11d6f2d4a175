/* Files of the edition being built; `#site/…` is a Vite alias for sites/<code>/…. */
declare module '#site/theme.css';
declare module '#site/headline.css';
declare module '#site/masthead.svg?raw' {
  const svg: string;
  export default svg;
}
declare module '#site/masthead.svg?url' {
  const address: string;
  export default address;
}
declare module '#site/favicon.svg?url' {
  const address: string;
  export default address;
}
declare module '#ui/icons.svg?url' {
  const address: string;
  export default address;
}
declare module '*.woff2?url' {
  const address: string;
  export default address;
}
