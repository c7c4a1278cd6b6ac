import type { Group } from '../../../command.ts';

export const group: Group = { summary: "Comments on the sandbox's instagram, as their authors have them" };
