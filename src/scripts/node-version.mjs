// Old-style JavaScript: this file must run on the Node version that it rejects.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `Node ${process.versions.node} is too old: 22.19 or later is needed. npm ci installs Node 26; run this ` +
      'through npm (npm start), and without --omit=optional.',
  );
  process.exit(1);
}
