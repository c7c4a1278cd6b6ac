import type { ResourceKind } from '../resource-kind.ts';
import { AUTO_RESPONSE } from './auto-response.ts';
import { AUTOMATIONS } from './automations.ts';
import { FEEDS } from './feeds.ts';
import { HOOKS } from './hooks.ts';
import { SCHEDULES } from './schedules.ts';

/** What files can describe, in the order in which it is changed. */
export const KINDS: readonly ResourceKind[] = [HOOKS, SCHEDULES, AUTOMATIONS, FEEDS, AUTO_RESPONSE];
