import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Let a server of yours write the text of a direct message' };
