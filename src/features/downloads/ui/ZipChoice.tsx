import type { FormEvent } from 'react';
import { formatWhole } from '#lib/format/count.ts';
import { find } from '#ui/dom.ts';
import { IslandForm } from '#ui/form/IslandForm.tsx';
import { choiceOf, filesPerZip } from '../choice.ts';
import type { ZipKind } from './zip-source.ts';
import { counted, unitOf } from './zip-texts.ts';

/** What was chosen in the form; `picksFile`: where to save is asked next. */
export type Chosen = Exclude<ReturnType<typeof choiceOf>, { reason: string }> & {
  readonly picksFile: boolean;
};

interface Props {
  kind: ZipKind;
  /** number of files; at least 1 */
  total: number;
  /** whether the browser can save to a file of the user's choice */
  mayPick: boolean;
  /** why the form was refused; `field` is the one with the mistake */
  refusal: { readonly field: 'start' | 'most' | null; readonly reason: string };
  onRefuse: (refusal: Props['refusal']) => void;
  onChoose: (chosen: Chosen) => void;
}

/** Which files, in which order, and where to. */
export function ZipChoice({ kind, total, mayPick, refusal, onRefuse, onChoose }: Props) {
  const zips = Math.ceil(total / filesPerZip);
  const parts = zips > 1 ? `, in ${zips} zips of up to ${formatWhole(filesPerZip)}` : '';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const typed = {
      start: String(data.get('start')),
      most: String(data.get('most')),
      isRandom: data.has('random'),
      isShuffled: data.has('shuffle'),
    };
    const choice = choiceOf(typed, total);
    if ('reason' in choice) {
      onRefuse(choice);
      find(form, `[name="${choice.field}"]`, HTMLElement)?.focus();
      return;
    }
    onRefuse({ field: null, reason: '' });
    onChoose({ ...choice, picksFile: data.has('pick') });
  };
  const number = (name: 'start' | 'most', label: string, placeholder: string) => (
    <div className="f">
      <label htmlFor={`zip-${name}`}>{label}</label>
      <input
        id={`zip-${name}`}
        name={name}
        className="in n"
        inputMode="numeric"
        autoComplete="off"
        maxLength={Math.max(4, String(total).length)}
        placeholder={placeholder}
        aria-invalid={refusal.field === name || undefined}
        aria-describedby="zip-error"
      />
    </div>
  );
  const check = (name: string, label: string) => (
    <label className="check" htmlFor={`zip-${name}`}>
      <input id={`zip-${name}`} name={name} type="checkbox" />
      {label}
    </label>
  );
  return (
    <IslandForm method="get" id="zip-choice" className="zip__choice" noValidate onSubmit={submit}>
      <p>
        {counted(total, kind)}
        {parts}.
      </p>
      <div className="zip__numbers">
        {number('start', 'Start at', '1')}
        {number('most', 'At most', 'all')}
      </div>
      {check('random', `Choose these ${unitOf(kind)}s at random`)}
      {check('shuffle', 'Shuffle')}
      {mayPick && check('pick', 'Choose where to save')}
      <p className="err" id="zip-error" role="alert">
        {refusal.reason}
      </p>
    </IslandForm>
  );
}
