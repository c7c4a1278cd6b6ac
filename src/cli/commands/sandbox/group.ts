import type { Group } from '../../command.ts';

export const group: Group = { summary: 'The whole service on this machine: serve it, steer it, break it' };
