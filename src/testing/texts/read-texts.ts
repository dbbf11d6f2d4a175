import { convertToTsx } from '@astrojs/astro2tsx';
import ts from 'typescript';

/** The texts of a file that a user may see: strings, templates and the text of its markup, without single lower-case words, which are keys. */
export function textsIn(path: string, text: string): string[] {
  const code = path.endsWith('.astro') ? convertToTsx(text, { filename: path }).code : text;
  const kind = path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText().startsWith('sql')) return;
    if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) found.push(node.text);
    else if (ts.isTemplateExpression(node)) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.map((one) => one.replaceAll(/\s+/g, ' ').trim()).filter((one) => /[A-Z ]/.test(one));
}
