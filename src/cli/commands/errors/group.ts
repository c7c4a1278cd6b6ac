import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Look up numbered errors of the service' };
