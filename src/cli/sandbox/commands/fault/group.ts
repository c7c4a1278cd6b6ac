import type { Group } from '../../../shell/command.ts';

export const group: Group = { summary: 'Inject faults into the sandbox' };
