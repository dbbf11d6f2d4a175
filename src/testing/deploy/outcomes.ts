/** What a run has shown, line by line. */
export class Outcomes {
  failed = 0;
  #passed = 0;

  /** A heading. */
  part(name: string): void {
    console.log(`\n${name}`);
  }

  /** What could not be tried, and why. */
  note(sentence: string): void {
    console.log(`  ${sentence}`);
  }

  check(rule: string, holds: boolean, seen = ''): void {
    if (holds) this.#passed += 1;
    else this.failed += 1;
    console.log(`  ${holds ? 'ok' : 'FAILED'}: ${rule}${holds || seen === '' ? '' : `: ${seen}`}`);
  }

  toString(): string {
    return `${this.#passed} passed, ${this.failed} failed`;
  }
}
