import { shortcutGroups } from '../keys.ts';

/** Every shortcut with its keys, by place. */
export function ShortcutList({ heading: Heading = 'h2' }: { heading?: 'h2' | 'h3' }) {
  return (
    <div className="keys">
      {shortcutGroups.map(({ title, shortcuts }) => (
        <section key={title}>
          <Heading>{title}</Heading>
          <dl>
            {shortcuts.map(({ keys, does }) => (
              <div key={does}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
