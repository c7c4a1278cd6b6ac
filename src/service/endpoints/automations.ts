import * as z from 'zod';
import { type Endpoint, NO_INPUT } from '../endpoint.ts';
import { AutomationId } from '../ids.ts';
import { PLANS_WITH_AUTOMATIONS } from '../plans.ts';
import {
  AutomationChanged,
  AutomationCreated,
  AutomationRecord,
  AutomationsAnswer,
  AutomationUpdate,
  NewAutomation,
} from './automation.ts';

const COMMON = {
  query: NO_INPUT,
  plans: PLANS_WITH_AUTOMATIONS,
  withoutPlan: 468,
  action: 'automation',
  refusesUnknown: true,
} as const;
const params = z.strictObject({ id: AutomationId });

export const createAutomation = {
  ...COMMON,
  method: 'POST',
  path: '/automations',
  params: NO_INPUT,
  body: NewAutomation,
  invalidBody: 473,
  answer: AutomationCreated,
  errors: [468, 470, 471, 472, 473],
} as const satisfies Endpoint;

export const listAutomations = {
  ...COMMON,
  method: 'GET',
  path: '/automations',
  params: NO_INPUT,
  query: z.strictObject({ platform: z.string().optional().describe('only instagram is supported') }),
  body: null,
  answer: AutomationsAnswer,
  errors: [468, 472, 473],
} as const satisfies Endpoint;

export const getAutomation = {
  ...COMMON,
  method: 'GET',
  path: '/automations/{id}',
  params,
  body: null,
  answer: AutomationRecord,
  errors: [468, 469, 472],
} as const satisfies Endpoint;

export const updateAutomation = {
  ...COMMON,
  method: 'PUT',
  path: '/automations/{id}',
  params,
  body: AutomationUpdate,
  invalidBody: 473,
  answer: AutomationChanged,
  errors: [468, 469, 470, 471, 472, 473],
} as const satisfies Endpoint;

export const deleteAutomation = {
  ...COMMON,
  method: 'DELETE',
  path: '/automations/{id}',
  params,
  body: null,
  answer: AutomationChanged,
  errors: [468, 469, 472],
} as const satisfies Endpoint;
