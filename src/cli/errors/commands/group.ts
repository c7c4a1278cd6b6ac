import type { Group } from '../../shell/command.ts';

export const group: Group = { summary: 'Look up numbered errors of the service' };
