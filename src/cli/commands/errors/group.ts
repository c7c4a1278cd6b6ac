import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Look up what a numbered error means and what to do' };
