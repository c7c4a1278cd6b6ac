import { describeAction, describeTrigger } from '../../../../../domain/automations/describe-automation.ts';
import { flattenAutomation } from '../../../../../domain/automations/flatten-automation.ts';
import { isRecord, type LooseRecord } from '../../../../../domain/json/loose-record.ts';
import { CrierError } from '../../../../../errors.ts';
import {
  type AutomationRecord,
  AutomationUpdate,
  createAutomation,
  deleteAutomation,
  getAutomation,
  listAutomations,
  NewAutomation,
  updateAutomation,
} from '../../../../../service/endpoints/automations.ts';
import { AUTOMATION_PLATFORM } from '../../../../../service/platforms.ts';
import { readAutomationFile } from '../../automation-file.ts';
import { checkFiles, formatProblem } from '../../check-files.ts';
import { createStep, type ResourceKind, type StoredResource } from '../resource-kind.ts';
import { describeValue } from './list-kind.ts';

/**
 * Automations, a file each. A file without `paused` says nothing about it: an automation that was paused in the service,
 * as in a crisis, stays paused.
 */
export const AUTOMATIONS: ResourceKind = {
  name: 'automations',
  noun: 'automation',
  summary: 'an automation',
  schema: null,
  async parse(texts) {
    const files = await Promise.all(texts.map(readAutomationFile));
    const errors = checkFiles(files, 'new').filter(({ severity }) => severity === 'error');
    const problems = errors.map((each) => ({ ...each, words: formatProblem(each) }));
    if (problems.length > 0) return { resources: [], problems };
    const all = files.flatMap(({ name: file, entries }) =>
      entries.map(({ value, paused, placeOf }) => {
        const { name = '', platform: _always, description = '', ...rest } = NewAutomation.parse(value);
        const content = { name, description, ...(paused !== null && { paused }), ...rest };
        return { name, content, place: { file, ...placeOf(['name']) } };
      }),
    );
    const nameless = all.filter(({ name }) => name === '');
    return {
      resources: all.filter(({ name }) => name !== ''),
      problems: nameless.map(({ place }) => ({
        ...place,
        words: 'name: is missing; automations are found by it',
      })),
    };
  },
  async list(client) {
    const { automations } = (await client.call(listAutomations, {})).body;
    const stored: StoredResource[] = [];
    // one after the other: most services list them whole
    for (const each of automations) {
      const { triggers, actions } = each;
      const isWhole = Array.isArray(triggers) && Array.isArray(actions);
      stored.push(toStored(isWhole ? { ...each, triggers, actions } : await readAutomation(each.id, client)));
    }
    return stored;
  },
  async reread({ id }, client) {
    try {
      return toStored(await readAutomation(id, client));
    } catch (error) {
      if (error instanceof CrierError && error.kind === 'not-found') return null;
      throw error;
    }
  },
  async listNames(client) {
    const { automations } = (await client.call(listAutomations, {})).body;
    return automations.map(({ name }) => name ?? '');
  },
  create({ content: { paused, description, ...content } }) {
    const body = NewAutomation.parse({
      platform: AUTOMATION_PLATFORM,
      ...content,
      ...(description !== '' && { description }),
    });
    const pause = (id: string) => createStep(updateAutomation, { params: { id }, body: { active: false } });
    return { first: createStep(createAutomation, { body }), ...(paused === true && { next: pause }) };
  },
  update({ id }, { paused, ...content }, fields) {
    const changed = Object.entries(content).filter(([name]) => fields.includes(name));
    const body = AutomationUpdate.parse({
      ...Object.fromEntries(changed),
      ...(fields.includes('paused') && { active: paused !== true }),
    });
    return createStep(updateAutomation, { params: { id }, body });
  },
  remove: ({ id }) => createStep(deleteAutomation, { params: { id } }),
  isActive: ({ paused }) => paused !== true,
  describe: ([list, at], value) => {
    if (list === undefined && isRecord(value)) return describeWhole(value);
    if (typeof at !== 'number' || !isEntry(value)) return describeValue(value);
    const describe = list === 'triggers' ? describeTrigger : describeAction;
    return describe(value).split('\n');
  },
  toFile: ({ name, description, paused, ...lists }) => ({
    name,
    ...(description !== '' && { description }),
    ...(paused === true && { paused }),
    ...lists,
  }),
};

const isEntry = (value: unknown): value is LooseRecord & { type: string } =>
  isRecord(value) && typeof value['type'] === 'string';

function describeWhole({ triggers, actions }: LooseRecord): readonly string[] {
  const describeAll = (list: unknown, describe: typeof describeTrigger) =>
    Array.isArray(list) ? list.filter(isEntry).flatMap((entry) => describe(entry).split('\n')) : [];
  return [...describeAll(triggers, describeTrigger), ...describeAll(actions, describeAction)];
}

async function readAutomation(id: string, client: Parameters<ResourceKind['list']>[0]) {
  return (await client.call(getAutomation, { params: { id } })).body;
}

function toStored(record: AutomationRecord): StoredResource {
  const { platform: _always, name = '', description = '', triggers, actions } = flattenAutomation(record);
  const content = { name, description, paused: !record.active, triggers, actions };
  return { name, id: record.id, content };
}
