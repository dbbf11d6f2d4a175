/** The user whom a refused form of a browser without scripts names, and their role, as typed; `list` is the name of the list. */
export function typedPerson(
  list: 'Authors' | 'Managers',
  values: URLSearchParams | undefined,
): { readonly name: string; readonly role: string } {
  const field = new RegExp(`^${list}\\[(\\d{1,3})\\]\\.Name$`);
  // at any index: the form shown again may contain fewer users than the one that was sent
  const typed = [...(values ?? [])].flatMap(([sent, name]) => {
    const index = field.exec(sent)?.[1];
    return index === undefined ? [] : [{ name, role: values?.get(`${list}[${index}].Role`) ?? '' }];
  });
  return typed.find(({ name }) => name !== '') ?? typed[0] ?? { name: '', role: '' };
}
