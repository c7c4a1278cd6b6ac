import type { Column } from '../../framework/output/view.ts';

/** A hashtag as `hashtags suggest` and `hashtags check` print it. */
interface NamedHashtag {
  /** Without `#`. */
  name: string;
}

export const NAME_COLUMN: Column<NamedHashtag> = {
  name: 'name',
  title: 'hashtag',
  value: ({ name }) => name,
  show: ({ name }) => `#${name}`,
  role: 'name',
  drop: 0,
};
