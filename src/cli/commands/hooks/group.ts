import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Say where the service tells of what happens' };
