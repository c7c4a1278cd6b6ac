import type { ModelCommand } from './command.ts';
import {
  type ModelAnswer,
  modelCreate,
  modelDelete,
  modelPause,
  modelResume,
  modelUpdate,
  updateOf,
} from './model.ts';
import { Difference, learnIds, type Scenario } from './scenario.ts';
import { type ModelAutomation, picked } from './world.ts';

type ManageCommandOf<D extends ModelCommand['do']> = Extract<ModelCommand, { do: D }>;

/** Makes an automation, or gets the error that there are too many. @throws Difference */
export async function create(
  scenario: Scenario,
  command: Omit<ManageCommandOf<'create'>, 'do'>,
): Promise<void> {
  const { world, sandbox, automationIds } = scenario;
  const { profile, triggers, actions } = command;
  const answered = modelCreate(world, command);
  const answer = await sandbox.service('POST', '/automations', {
    as: profile,
    body: { platform: 'instagram', name: `number ${world.automations.length}`, triggers, actions },
  });
  agree(answered, answer);
  if (answered !== 200) return;
  automationIds.push(answer.body.id);
  // The one that was just made.
  await learn(scenario, world.automations[world.automations.length - 1]);
}

async function learn(scenario: Scenario, automation: ModelAutomation | undefined): Promise<void> {
  if (automation === undefined || automation.state === 'deleted') return;
  const { body } = await scenario.sandbox.service('GET', pathOf(scenario, automation), {
    as: automation.profile,
  });
  learnIds(scenario, automation.triggers, body.triggers);
  learnIds(scenario, automation.actions, body.actions);
}

export type Changing = ManageCommandOf<'update'> | ManageCommandOf<'pause' | 'resume' | 'delete'>;

/** Changes, pauses, resumes or deletes one. @throws Difference */
export async function change(scenario: Scenario, command: Changing): Promise<void> {
  const automation = picked(scenario.world.automations, command.which);
  if (automation === undefined) return;
  const [method, body] = changeOf(automation, command);
  const answered = changed(scenario, automation, command);
  const path = pathOf(scenario, automation);
  agree(answered, await scenario.sandbox.service(method, path, { as: automation.profile, body }));
  await learn(scenario, automation);
}

function changeOf(automation: ModelAutomation, command: Changing): ['PUT' | 'DELETE', unknown] {
  switch (command.do) {
    case 'update':
      return ['PUT', updateOf(automation, command)];
    case 'pause':
      return ['PUT', { active: false }];
    case 'resume':
      return ['PUT', { active: true }];
    case 'delete':
      return ['DELETE', undefined];
  }
}

function changed({ world }: Scenario, automation: ModelAutomation, command: Changing): ModelAnswer {
  switch (command.do) {
    case 'update':
      return modelUpdate(world, automation, command);
    case 'pause':
      return modelPause(automation);
    case 'resume':
      return modelResume(world, automation);
    case 'delete':
      return modelDelete(automation);
  }
}

const pathOf = ({ automationIds }: Scenario, { number }: ModelAutomation): string =>
  `/automations/${automationIds[number]}`;

function agree(expected: ModelAnswer, { http, body }: { http: number; body: { code?: number } }): void {
  const answered = http === 200 ? 200 : body.code;
  if (answered !== expected) throw new Difference(`the answer is ${answered} and should be ${expected}`);
}
