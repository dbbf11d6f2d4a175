import { PeopleEditor } from '#features/users/people-picker/ui/PeopleEditor.tsx';
import { type AuthorEntry, authorLabel, withAuthor } from '../authors.ts';

interface Props {
  /** without the uploader, who is always first */
  authors: readonly AuthorEntry[];
  uploaderId?: number;
  uploaderName: string;
  onChange: (authors: AuthorEntry[]) => void;
  disabled?: boolean;
  roleName?: (index: number) => string;
  /** the authors are added to every track of an upload */
  ofAll?: boolean;
}

const texts = {
  one: {
    legend: 'Authors',
    addLabel: 'Add a co-author',
    hint: 'Enter the exact name. We’ll invite them, and they appear on the track once they accept.',
  },
  all: {
    legend: 'Authors of every track',
    addLabel: 'Add to every track',
    hint: 'Enter the exact name of a co-author. We’ll invite them to every track, in addition to its own co-authors.',
  },
} as const;

/** Edits the authors of a track: add by exact name, set roles, order, remove. */
export function AuthorEditor({
  authors,
  uploaderId,
  uploaderName,
  onChange,
  disabled = false,
  roleName,
  ofAll = false,
}: Props) {
  const { legend, addLabel, hint } = texts[ofAll ? 'all' : 'one'];
  return (
    <PeopleEditor
      legend={legend}
      first={{
        userId: uploaderId,
        name: uploaderName,
        label: authorLabel({ isUploader: true, isPending: false }),
      }}
      people={authors}
      labelOf={(author) => ({
        text: authorLabel(author),
        look: author.isPending ? 'lab--warn' : 'lab--ok',
      })}
      withOne={(person) => withAuthor(authors, person, uploaderName)}
      addLabel={addLabel}
      hint={hint}
      onChange={onChange}
      isOrdered
      disabled={disabled}
      {...(roleName && { roleName })}
    />
  );
}
