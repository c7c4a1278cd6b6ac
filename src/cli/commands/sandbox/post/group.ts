import type { Group } from '../../../command.ts';

export const group: Group = { summary: "Posts at the sandbox's networks, as people have them there" };
