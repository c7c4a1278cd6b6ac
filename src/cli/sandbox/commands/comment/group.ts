import type { Group } from '../../../shell/command.ts';

export const group: Group = { summary: "Manage comments on the sandbox's Instagram" };
