// Plain JavaScript of an old kind: this file must also run on the Node it complains about.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `Node ${process.versions.node} is too old: 22.19 or later is needed. npm ci brings Node 26 along; run this ` +
      'through npm (npm start), and without --omit=optional.',
  );
  process.exit(1);
}
