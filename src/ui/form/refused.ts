type Locals = Pick<App.Locals, 'form' | 'inForm'>;

/** Hidden fields by name; a list contains the values of which its buttons send one. */
export type HiddenFields = Readonly<Record<string, string | number | null | undefined | readonly string[]>>;

/** The hidden fields that a form really has. */
export const hiddenFields = (fields: HiddenFields): (readonly [name: string, value: string])[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === null || value === undefined || Array.isArray(value) ? [] : [[name, String(value)]],
  );

/** The path as the server reads it from the request. */
const pathOf = (address: string) => decodeURIComponent(new URL(address, 'http://page').pathname);

/**
 * The refused form of the request, if it is the one with this address and these hidden fields. Otherwise it is another form of the
 * page, whose text must not appear in this one.
 */
export function refusedForm(
  locals: Pick<App.Locals, 'form'> | undefined,
  addresses: string | readonly (string | undefined)[],
  fields: HiddenFields = {},
): App.Locals['form'] {
  const form = locals?.form;
  if (!form) return undefined;
  const isSentThere = [addresses]
    .flat()
    .some((address) => address !== undefined && pathOf(address) === form.action);
  const isAboutThis = Object.entries(fields).every(
    ([name, value]) =>
      value === null ||
      value === undefined ||
      [value].flat().some((one) => form.values.getAll(name).includes(String(one))),
  );
  return isSentThere && isAboutThis ? form : undefined;
}

/** What was typed into the form around a component, if it was refused. */
export const typedHere = (locals: Locals): URLSearchParams | undefined => locals.inForm.getStore()?.values;

interface Wanted {
  name: string;
  id?: string | undefined;
  /** whether a hint with the id `<id>-hint` belongs to it */
  hint?: unknown;
}

/**
 * What a refused form says about one of its fields: what was typed, and why it was refused. `control` are the attributes of its
 * control, which takes the focus if it is the invalid one. To be called while the form is rendered: in a component inside it, or in
 * its slot, never in the script of the page around it.
 */
export function fieldState(locals: Locals | undefined, { name, id = `f-${name}`, hint }: Wanted) {
  const form = locals?.inForm.getStore();
  const { field = '', detail = '', link } = form?.problem ?? {};
  const isInvalid = field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`);
  if (form && isInvalid) form.shownAt ??= id;
  return {
    id,
    typed: form?.values,
    error: isInvalid ? { detail, link } : undefined,
    control: {
      id,
      'aria-invalid': isInvalid ? ('true' as const) : undefined,
      'aria-describedby':
        [hint ? `${id}-hint` : '', isInvalid ? `${id}-error` : ''].filter((part) => part !== '').join(' ') ||
        undefined,
      autofocus: isInvalid || undefined,
    },
  };
}

export type FieldError = ReturnType<typeof fieldState>['error'];
