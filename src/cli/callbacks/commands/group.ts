import type { Group } from '../../shell/command.ts';

export const group: Group = { summary: 'Test endpoints that write the text of automated DMs' };
