import type { ResourceKind } from '../resource-kind.ts';
import { AUTOMATIONS } from './automations.ts';

/** What files can describe, in the order in which it is changed. */
export const KINDS: readonly ResourceKind[] = [AUTOMATIONS];
