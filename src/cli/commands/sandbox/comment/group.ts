import type { Group } from '../../../command.ts';

export const group: Group = { summary: "Manage comments on the sandbox's Instagram" };
