import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Publish on every network, and find, change and delete posts' };
