import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** A text that may cost an expression more than its length: `prefix`, `pump` any number of times, `suffix`. */
export interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

/** Quantifiers that repeat fewer times cost a constant factor at most. */
const manyTimes = 10;

/** Characters that expressions of a web site often treat differently, in addition to those of the expression itself. */
const usualLetters = Array.from(' \t\n\r\u0000aZx09_-.,:;/?#&=+*@\'"`()[]{}<>|\\^$%!~é中\u0301😀');

/**
 * Hostile texts made from an expression. An expression is slow if it reads a long text again from many places: because a
 * repetition fails late, because another one takes the same characters, or because the search starts again at the next character.
 * So every repetition is pumped with each kind of character that the expression distinguishes, with what its own group matches,
 * and with everything up to it; then the text ends with characters that no part accepts, or with what would match.
 */
export function attacksOn(source: string, flags: string): readonly Attack[] {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const repeated: AST.Quantifier[] = [];
  const atoms = new Map<string, AST.Character | AST.CharacterSet | AST.CharacterClass>();
  const letters = new Set(usualLetters);
  const addLetter = (code: number) => letters.add(String.fromCodePoint(code));
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => void (node.max >= manyTimes && repeated.push(node)),
    onCharacterClassEnter: (node) => void atoms.set(node.raw, node),
    onCharacterSetEnter: (node) => void atoms.set(node.raw, node),
    onCharacterEnter: (node) => {
      addLetter(node.value);
      if (node.parent.type !== 'CharacterClass' && node.parent.type !== 'CharacterClassRange')
        atoms.set(node.raw, node);
    },
    onCharacterClassRangeEnter: ({ min, max }) => {
      addLetter(min.value);
      addLetter(max.value);
    },
  });
  if (repeated.length === 0) return [];
  const kinds = new Kinds([...atoms.keys()], [...letters], flags);
  const attacks = new Map<string, Attack>();
  for (const node of repeated)
    for (const prefix of new Set(['', ...kinds.before(node)]))
      for (const pump of kinds.pumpsOf(node, prefix))
        for (const suffix of new Set([...kinds.refused, kinds.after(node) + (kinds.refused[1] ?? '')]))
          attacks.set(JSON.stringify([prefix, pump, suffix]), { prefix, pump, suffix });
  return [...attacks.values()];
}

/** The kinds of characters that an expression distinguishes, one character of each, and texts made of them. */
class Kinds {
  readonly #matches = new Map<string, readonly string[]>();
  readonly #all: readonly string[];
  /** what may follow the pumps: nothing, and characters of which each is refused by other parts */
  readonly refused: readonly string[];

  constructor(atoms: readonly string[], letters: readonly string[], flags: string) {
    const tests = atoms.map((raw) => new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, '')));
    const byKind = new Map<string, { letter: string; accepted: readonly boolean[] }>();
    for (const letter of letters) {
      const accepted = tests.map((one) => one.test(letter));
      const kind = accepted.join();
      if (!byKind.has(kind)) byKind.set(kind, { letter, accepted });
    }
    const kinds = [...byKind.values()];
    this.#all = kinds.map(({ letter }) => letter);
    for (const [index, raw] of atoms.entries())
      this.#matches.set(
        raw,
        kinds.filter(({ accepted }) => accepted[index]).map(({ letter }) => letter),
      );
    const count = (accepted: readonly boolean[]) => accepted.filter(Boolean).length;
    const refusing = kinds.toSorted((a, b) => count(a.accepted) - count(b.accepted));
    let left = atoms.map((_, index) => index);
    const refused = [''];
    for (const { letter, accepted } of refusing) {
      if (left.every((index) => accepted[index])) continue;
      refused.push(letter);
      left = left.filter((index) => accepted[index]);
    }
    this.refused = refused;
  }

  /** What a repetition is pumped with. */
  pumpsOf({ element }: AST.Quantifier, prefix: string): Set<string> {
    const raw = 'raw' in element ? element.raw : '';
    const own = this.#matches.get(raw);
    const inside = own ?? [...samplesOf(element, this), ...this.#all];
    return new Set(
      [...inside, ...inside.slice(0, 3).map((pump) => prefix + pump)].filter((pump) => pump !== ''),
    );
  }

  /** What leads to a repetition: as little as possible, and with everything optional. */
  before(node: AST.Node): string[] {
    let texts = ['', ''];
    for (let at: AST.Node = node; at.parent; at = at.parent) {
      const { parent } = at;
      if (parent.type !== 'Alternative') continue;
      const earlier = parent.elements.slice(0, parent.elements.indexOf(at as AST.Element)); // children of an alternative are elements
      texts = texts.map((text, index) => earlier.map((one) => this.text(one, index === 1)).join('') + text);
    }
    return texts;
  }

  /** What would complete a match after a repetition. */
  after(node: AST.Node): string {
    let text = '';
    for (let at: AST.Node = node; at.parent; at = at.parent) {
      const { parent } = at;
      if (parent.type !== 'Alternative') continue;
      const later = parent.elements.slice(parent.elements.indexOf(at as AST.Element) + 1); // children of an alternative are elements
      text += later.map((one) => this.text(one, false)).join('');
    }
    return text;
  }

  /** A text that a node matches; `isLong`: with what is optional. */
  text(node: AST.Element, isLong: boolean): string {
    switch (node.type) {
      case 'Character':
        return String.fromCodePoint(node.value);
      case 'CharacterSet':
      case 'CharacterClass':
        return this.#matches.get(node.raw)?.[0] ?? '';
      case 'Quantifier': {
        const times = isLong ? Math.max(1, node.min) : node.min;
        return this.text(node.element, isLong).repeat(Math.min(times, node.max));
      }
      case 'Group':
      case 'CapturingGroup':
        return this.#alternative(node.alternatives[0], isLong);
      case 'Assertion':
        return node.kind === 'lookahead' && !node.negate
          ? this.#alternative(node.alternatives[0], isLong)
          : '';
      default:
        return '';
    }
  }

  #alternative(alternative: AST.Alternative | undefined, isLong: boolean): string {
    return alternative?.elements.map((one) => this.text(one, isLong)).join('') ?? '';
  }
}

/** What the alternatives of a repeated group match, each with and without what is optional. */
function samplesOf(node: AST.QuantifiableElement, kinds: Kinds): string[] {
  if (node.type !== 'Group' && node.type !== 'CapturingGroup') return [kinds.text(node, true)];
  return node.alternatives.flatMap(({ elements }) =>
    [true, false].map((isLong) => elements.map((one) => kinds.text(one, isLong)).join('')),
  );
}
