import type { Group } from '../../shell/command.ts';

export const group: Group = { summary: 'Run and control a local copy of the service' };
