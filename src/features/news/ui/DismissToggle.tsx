import { routes } from '#routes/routes.ts';
import { Toggle } from '#ui/Toggle.tsx';

interface Props {
  news: { readonly NewsId: number; readonly Title: string; readonly IsDismissed: boolean };
  /** a small button in a list */
  quiet?: boolean;
  /** the list that contains it shows another post instead */
  reloads?: boolean;
}

/** Hides a news post from the viewer's front page, or shows it again. */
export function DismissToggle({ news, quiet = false, reloads = false }: Props) {
  return (
    <Toggle
      toggle={`news-${news.NewsId}`}
      action={routes.toggleNewsDismiss(news.NewsId)}
      method="PUT"
      isOn={news.IsDismissed}
      icon={['close', 'hidden']}
      label={quiet ? `Dismiss: ${news.Title}` : 'Dismiss from the front page'}
      quiet={quiet}
      field="newsId"
      value={String(news.NewsId)}
      reloads={reloads}
      confirmations={['Dismissed from your front page.', 'Back on your front page.']}
    />
  );
}
