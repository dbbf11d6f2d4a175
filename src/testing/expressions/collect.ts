import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertToTsx } from '@astrojs/astro2tsx';
import ts from 'typescript';

/** A regular expression of the code base. */
export interface Expression {
  readonly path: string;
  /** null if it cannot be known without running the program */
  readonly source: string | null;
  readonly flags: string;
}

/** A placeholder for a value that the program puts into an expression, and which it has to escape. */
const someText = 'text';

/** Every regular expression in the TypeScript and Astro files below some folders: literals and `RegExp(…)`. */
export function readExpressions(root: string, folders: readonly string[]): Expression[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.(?:[cm]?[jt]s|tsx|astro)$/.test(path) && !path.endsWith('.d.ts'))
      .sort()
      .flatMap((path) => expressionsIn(path, readFileSync(join(root, path), 'utf8'))),
  );
}

/** The regular expressions of one file. */
export function expressionsIn(path: string, text: string): Expression[] {
  if (!path.endsWith('.astro')) return expressionsOf(path, text);
  const { code, scripts } = convertToTsx(text, { filename: path });
  return [code, ...scripts.map(({ content }) => content)].flatMap((part) => expressionsOf(path, part));
}

function expressionsOf(path: string, code: string): Expression[] {
  if (!/RegExp|\//.test(code)) return [];
  const kind = /\.(?:tsx|astro)$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind);
  const constants = constantsOf(file);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ path, ...partsOf(node.text) });
    else if (isRegExpCall(node)) {
      const [pattern, flags] = node.arguments ?? [];
      if (pattern) found.push({ path, ...builtFrom(pattern, flags, constants) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isRegExpCall = (node: ts.Node): node is ts.NewExpression | ts.CallExpression =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';

/** `/source/flags` */
function partsOf(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

/** The initial values of all constants of a file, by name. A name with two values has none. */
function constantsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Expression | null> {
  const constants = new Map<string, ts.Expression | null>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const isConstant = (node.parent.flags & ts.NodeFlags.Const) !== 0 && node.initializer;
      constants.set(node.name.text, isConstant && !constants.has(node.name.text) ? isConstant : null);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return constants;
}

type Constants = ReturnType<typeof constantsOf>;

function builtFrom(
  pattern: ts.Expression,
  flags: ts.Expression | undefined,
  constants: Constants,
): { source: string | null; flags: string } {
  const value = ts.isIdentifier(pattern) ? constants.get(pattern.text) : pattern;
  if (value && ts.isRegularExpressionLiteral(value)) {
    const { source, flags: own } = partsOf(value.text);
    return { source, flags: flags ? (textIn(flags, constants) ?? own) : own };
  }
  return { source: textIn(pattern, constants), flags: flags ? (textIn(flags, constants) ?? '') : '' };
}

/** The text that an expression of the program has, with `someText` for what is put into a template; null if it is unknown. */
function textIn(node: ts.Expression, constants: Constants): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isParenthesizedExpression(node)) return textIn(node.expression, constants);
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value ? textIn(value, constants) : null;
  }
  if (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === 'source' &&
    ts.isIdentifier(node.expression)
  ) {
    const value = constants.get(node.expression.text);
    return value && ts.isRegularExpressionLiteral(value) ? partsOf(value.text).source : null;
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textIn(node.left, constants), textIn(node.right, constants)];
    return left === null || right === null ? null : left + right;
  }
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw')
    return templateValue(node.template, constants, true);
  return ts.isTemplateExpression(node) ? templateValue(node, constants, false) : null;
}

function templateValue(node: ts.TemplateLiteral, constants: Constants, isRaw: boolean): string {
  const textOf = (part: ts.TemplateLiteralLikeNode) => (isRaw ? (part.rawText ?? part.text) : part.text);
  if (ts.isNoSubstitutionTemplateLiteral(node)) return textOf(node);
  return node.templateSpans.reduce(
    (text, { expression, literal }) => text + (textIn(expression, constants) ?? someText) + textOf(literal),
    textOf(node.head),
  );
}
