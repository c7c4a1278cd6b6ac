import { type Column, pickMember } from '../../framework/output/view.ts';

/** A hashtag, whose name has no `#`, as `hashtags suggest` and `hashtags check` print it. */
export const NAME_COLUMN: Column<{ name: string }> = {
  ...pickMember('name', 'hashtag'),
  show: ({ name }) => `#${name}`,
  role: 'name',
  drop: 0,
};
