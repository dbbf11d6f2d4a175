/**
 * Components are written for React's interface and run by Preact: in browsers, on the server and in tests. React's own code would
 * be larger than all other scripts of a page together.
 */
export const preactAsReact = {
  'react/jsx-runtime': 'preact/compat/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/compat/jsx-dev-runtime',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
};
