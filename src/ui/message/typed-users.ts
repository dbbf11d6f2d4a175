import { useEffect, useState } from 'react';
import { typedMentions } from '#lib/bbcode/typed-mentions.ts';
import { readNames } from '../reference-names.ts';
import { foundUsers, type KnownUsers, namesToLookUp } from './typed-names.ts';

const waitMs = 300;
const nobody: ReadonlyMap<string, number> = new Map();

/** The users of this edition by name, and the names that none has, as far as they were looked up on this page. */
const known: KnownUsers = new Map();

/** The users whose exact name was typed after an `@`, as the server will find them when the text is saved: ids by name. */
export function useTypedUsers(text: string): ReadonlyMap<string, number> {
  const [users, setUsers] = useState(nobody);
  const names = [...new Set(typedMentions(text).flatMap((mention) => mention.names))];
  const wanted = JSON.stringify(names);
  useEffect(() => {
    const aborter = new AbortController();
    const names: readonly string[] = JSON.parse(wanted);
    const show = () => setUsers((shown) => foundUsers(names, known, shown));
    const lookUp = async () => {
      for (
        let next = namesToLookUp(names, known);
        next.length > 0 && !aborter.signal.aborted;
        next = namesToLookUp(names, known)
      ) {
        const read = await readNames(
          new URLSearchParams(next.map((name) => ['typed', name])),
          aborter.signal,
        );
        if (!read) return;
        for (const name of next) known.set(name, null);
        for (const [name, userId] of read.typed) known.set(name, userId);
        show();
      }
    };
    show();
    const timer =
      namesToLookUp(names, known).length > 0 ? setTimeout(() => void lookUp(), waitMs) : undefined;
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [wanted]);
  return users;
}
