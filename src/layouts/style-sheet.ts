// The one style sheet of an edition, which all its pages link: a browser loads it once. A .css file next to a component is part of it
// without being imported. Within a layer the later rule wins, so what is general comes first.
import '#styles/all.css';
import '#site/headline.css';
import '#site/theme.css';
import './component-styles.ts';
