import { useState } from 'react';
import { KeptState } from '#ui/KeptState.tsx';
import { type AuthorEntry, authorFieldNames } from '../authors.ts';
import { AuthorEditor } from './AuthorEditor.tsx';

interface Props {
  authors: readonly AuthorEntry[];
  uploaderId: number;
  uploaderName: string;
}

/** The authors as part of a plain form, sent with and without scripts. */
export function EditAuthors({ authors: before, uploaderId, uploaderName }: Props) {
  const [authors, setAuthors] = useState(before);
  return (
    <>
      <AuthorEditor
        authors={authors}
        uploaderId={uploaderId}
        uploaderName={uploaderName}
        onChange={setAuthors}
        roleName={(index) => authorFieldNames('', index).role}
      />
      <KeptState name="authors" state={authors} onRestore={setAuthors} />
      <input type="hidden" name="Authors" value={authors.length} />
      {authors.map(({ userId }, index) => (
        <input key={userId} type="hidden" name={authorFieldNames('', index).userId} value={userId} />
      ))}
    </>
  );
}
