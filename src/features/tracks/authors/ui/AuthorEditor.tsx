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
}

/** Edits the authors of a track: add by exact name, set roles, order, remove. */
export function AuthorEditor({
  authors,
  uploaderId,
  uploaderName,
  onChange,
  disabled = false,
  roleName,
}: Props) {
  return (
    <PeopleEditor
      legend="Authors"
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
      addLabel="Add a co-author"
      hint="Enter the exact name. We’ll invite them, and they appear on the track once they accept."
      onChange={onChange}
      isOrdered
      disabled={disabled}
      {...(roleName && { roleName })}
    />
  );
}
