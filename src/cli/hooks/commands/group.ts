import type { Group } from '../../shell/command.ts';

export const group: Group = { summary: 'Manage webhooks and test their receivers' };
