import type { Group } from '../../shell/command.ts';

export const group: Group = { summary: 'Publish, schedule and manage posts' };
