import * as z from 'zod';
import { Fault, NewFault } from '../../../../../service/control/faults.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { FAULT_COLUMNS } from '../../control-views.ts';
import { defineSandboxChange } from '../../define-sandbox-change.ts';

const { code, network, endpoint, count, variant, probability } = NewFault.shape;

export default defineSandboxChange({
  summary: 'Make the sandbox fail with an error code',
  description:
    'Without --platform the whole request fails, with it only that network. See "errors list" for the codes.',
  examples: [
    'sandbox fault add --code 364 --platform twitter',
    'sandbox fault add --code 1429 --endpoint getComments --count 3',
    'sandbox fault add --code 440 --variant size-limit --platform instagram',
    'sandbox fault add --code 176 --probability 0.1 --json',
  ],
  input: z.object({
    code: defineFlag(code, { placeholder: 'n', offers: 'code' }),
    platform: defineFlag(network, { placeholder: 'network', synonym: '--network' }),
    endpoint: defineFlag(endpoint, { placeholder: 'call' }),
    count: defineFlag(count, { placeholder: 'n' }),
    variant: defineFlag(variant, { placeholder: 'name' }),
    probability: defineFlag(probability, { placeholder: '0..1' }),
  }),
  output: z.object({ faults: z.array(Fault).describe('only the new fault') }),
  records: 'faults',
  call: 'addFault',
  request: ({ platform, ...fault }) => ({ ...fault, network: platform }),
  rows: ({ fault }) => [fault],
  columns: FAULT_COLUMNS,
});
