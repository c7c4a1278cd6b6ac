import type { Group } from '../../shell/command.ts';

export const group: Group = { summary: 'Answer comments, story replies and DMs automatically' };
