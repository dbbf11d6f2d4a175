import type { ComponentProps } from 'react';
import { pageToken, tokenField } from '#ui/api.ts';
import { type HiddenFields, hiddenFields } from './refused.ts';

interface Props extends ComponentProps<'form'> {
  fields?: HiddenFields;
}

/**
 * A form in an island: one that searches, or one that a script opens. Forms that write and are part of a page are made by `Form.astro`,
 * and so work without scripts, too.
 */
export function IslandForm({ method = 'post', fields = {}, children, ...rest }: Props) {
  return (
    <form method={method} {...rest}>
      {method === 'post' && <input type="hidden" name={tokenField} value={pageToken() ?? ''} />}
      {hiddenFields(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
