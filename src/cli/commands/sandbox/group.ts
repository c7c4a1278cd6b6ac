import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Run and control a local copy of the service' };
