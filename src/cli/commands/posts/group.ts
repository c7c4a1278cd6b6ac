import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Find posts and their ids' };
