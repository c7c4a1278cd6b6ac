import type { Group } from '../../command.ts';

export const group: Group = {
  summary: 'Manage webhooks and test their receivers',
};
