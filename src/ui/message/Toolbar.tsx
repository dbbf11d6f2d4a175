import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { findAll } from '../dom.ts';
import { linkSelection, listSelection, type TextEdit, wrapSelection } from './edit-text.ts';

type Selection = readonly [number, number];

interface Tool {
  readonly name: string;
  readonly face: ReactNode;
  readonly key?: string;
  edit(text: string, selection: Selection): TextEdit;
}

const around =
  (tag: string) =>
  (text: string, selection: Selection): TextEdit =>
    wrapSelection(text, selection, [`[${tag}]`, `[/${tag}]`]);

/** The formatting buttons; those with a key also react to Ctrl and that letter. */
export const tools: readonly Tool[] = [
  { name: 'Bold', face: <b>B</b>, key: 'b', edit: around('b') },
  { name: 'Italic', face: <i>I</i>, key: 'i', edit: around('i') },
  { name: 'Underline', face: <u>U</u>, key: 'u', edit: around('u') },
  { name: 'Strike through', face: <s>S</s>, edit: around('s') },
  { name: 'Link', face: 'Link', key: 'k', edit: linkSelection },
  { name: 'Quote', face: 'Quote', edit: around('quote') },
  { name: 'List', face: 'List', edit: listSelection },
  { name: 'Code', face: 'Code', edit: around('code') },
  { name: 'Spoiler', face: 'Spoiler', edit: around('spoiler') },
];

interface Props {
  /** id of the text field */
  field: string;
  onTool(edit: Tool['edit']): void;
}

/** One tab stop; arrow keys, Home and End move between the buttons (the toolbar pattern of ARIA). */
export function Toolbar({ field, onTool }: Props) {
  const [at, setAt] = useState(0);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const last = tools.length - 1;
    const goals: Readonly<Record<string, number>> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    setAt(goal);
    findAll(event.currentTarget, 'button', HTMLButtonElement)[goal]?.focus();
  };
  return (
    <div
      className="message__tools"
      role="toolbar"
      aria-label="Formatting"
      aria-controls={field}
      onKeyDown={move}
      tabIndex={-1}
    >
      {tools.map((tool, index) => (
        <button
          key={tool.name}
          type="button"
          className="btn message__tool"
          tabIndex={index === at ? 0 : -1}
          aria-label={tool.name}
          aria-keyshortcuts={tool.key && `Control+${tool.key.toUpperCase()}`}
          title={tool.key ? `${tool.name} (Ctrl+${tool.key.toUpperCase()})` : tool.name}
          onFocus={() => setAt(index)}
          onClick={() => onTool(tool.edit)}
        >
          {tool.face}
        </button>
      ))}
    </div>
  );
}
