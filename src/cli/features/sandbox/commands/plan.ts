import * as z from 'zod';
import { CONTROL } from '../../../../service/control/control.ts';
import { ADD_ONS, AddOn, AddOnStates, Plan } from '../../../../service/plans.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { defineFlag } from '../../../framework/input/flags/flags.ts';

const OnOff = z.enum(['on', 'off']).optional();
const { ads, messages, maxPack } = AddOnStates.shape;

export default defineLocalChange({
  summary: "Show or set the plan and add-ons of the sandbox's account",
  description:
    'Plan and add-ons decide which calls the account may make; the others are refused with 1403, automations with 468. A new sandbox has all add-ons. "crier help service" lists what each includes.',
  examples: [
    'sandbox plan',
    'sandbox plan launch',
    'sandbox plan --messages off --max-pack off',
    'sandbox plan enterprise --json',
  ],
  positional: ['name'],
  input: z.object({
    name: defineFlag(Plan.optional().describe('plan to set (default: unchanged)'), { placeholder: 'plan' }),
    ads: defineFlag(OnOff.describe(ads.description ?? ''), { placeholder: 'state' }),
    messages: defineFlag(OnOff.describe(messages.description ?? ''), { placeholder: 'state' }),
    maxPack: defineFlag(OnOff.describe(maxPack.description ?? ''), { placeholder: 'state' }),
  }),
  output: CONTROL.setPlan.answer,
  async change({ name, ...switches }, { sandbox }) {
    const { call } = await sandbox.control();
    const named = AddOn.options.filter((each) => switches[each] !== undefined);
    const changed = Object.fromEntries(named.map((each) => [each, switches[each] === 'on']));
    const { plan, addOns } =
      name === undefined && named.length === 0
        ? await call('status', {})
        : await call('setPlan', { plan: name, addOns: named.length === 0 ? undefined : changed });
    return { plan, addOns };
  },
  lines: ({ plan, addOns }) => [
    { name: 'plan', title: 'plan', value: plan },
    ...AddOn.options.map((each) => ({
      name: `addOns.${each}`,
      title: ADD_ONS[each].name,
      value: addOns[each] ? 'on' : 'off',
    })),
  ],
});
