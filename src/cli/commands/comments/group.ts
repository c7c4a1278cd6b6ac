import type { Group } from '../../command.ts';

export const group: Group = {
  summary: 'Read what people say under posts, and answer it, over nine networks',
};
