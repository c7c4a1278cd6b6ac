import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Publish, schedule and manage posts' };
