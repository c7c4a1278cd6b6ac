import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Show what each network supports' };
