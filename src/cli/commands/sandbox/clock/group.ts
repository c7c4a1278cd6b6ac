import type { Group } from '../../../command.ts';

export const group: Group = { summary: "The sandbox's clock: real, or set and moved by hand" };
