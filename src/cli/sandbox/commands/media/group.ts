import type { Group } from '../../../shell/command.ts';

export const group: Group = { summary: 'Describe media files that posts link to' };
