import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Answer comments, story replies and DMs automatically' };
