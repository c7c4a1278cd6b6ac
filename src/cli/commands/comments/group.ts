import type { Group } from '../../command.ts';

export const group: Group = {
  summary: 'Read, watch and write comments',
};
