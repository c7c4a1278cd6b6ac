import { SEED_PROFILES } from '../../../../sandbox/demo/company.ts';
import { ERRORS } from '../../../../service/errors.ts';
import { PLATFORMS, Platform } from '../../../../service/platforms.ts';
import { ALL_NETWORKS } from '../../../../service/post-body.ts';
import { WEBHOOK_EVENTS } from '../../../../service/webhook-events.ts';
import { WEBHOOK_ACTIONS } from '../../../../service/webhooks.ts';
import { type Command, type CommandPath, isSamePath } from '../../command/command.ts';
import { COMMANDS, TOPICS } from '../../command/command-list.ts';
import { GROUPS } from '../../command/groups.ts';
import type { FlagFacts } from '../../input/flags/describe-schema.ts';
import { describeSet } from '../../input/flags/describe-set.ts';
import { EVERY, type FlagSet } from '../../input/flags/flags.ts';
import { CONFIG_KEYS } from '../../settings/config-keys.ts';
import { listExplainable } from '../../settings/explain-setting.ts';
import { MACHINE_KEYS } from '../../settings/machine-keys.ts';
import { describeCommand, listFieldNames } from '../describe-command.ts';
import { TAKES_COMMAND } from '../order-words.ts';
import type {
  ArgumentNode,
  CommandNode,
  CompletionChoice,
  CompletionTree,
  FlagNode,
  ValueNode,
} from './completion-tree.ts';

export async function buildCompletionTree(): Promise<CompletionTree> {
  const commands = await Promise.all(
    COMMANDS.map(async ({ path, load }) => ({ path, command: await load() })),
  );
  const sets = [...new Set(commands.flatMap(({ command }) => listFlagSets(command)))];
  return {
    commands: await Promise.all(commands.map(({ path, command }) => buildCommandNode(path, command, sets))),
    groups: GROUPS.map(({ path, summary }) => [path.join(' '), summary] as const),
    topics: await Promise.all(TOPICS.map(async ({ name, load }) => [name, (await load()).summary] as const)),
    sets: sets.map((set) => describeSet(set).map(toFlagNode)),
    names: {
      area: [...new Set(Object.values(ERRORS).map(({ area }) => area))].sort().map(toBareChoice),
      code: Object.entries(ERRORS).map(([code, { meaning }]) => [code, meaning] as const),
      explainable: listExplainable().map(toBareChoice),
      networks: [
        ...Platform.options.map((platform) => [platform, PLATFORMS[platform].name] as const),
        [ALL_NETWORKS, 'every linked network'],
      ],
      setting: Object.entries({ ...CONFIG_KEYS, ...MACHINE_KEYS }).map(
        ([name, { meaning }]) => [name, meaning] as const,
      ),
      'webhook action': Object.entries(WEBHOOK_ACTIONS),
      'webhook event': Object.entries(WEBHOOK_EVENTS).map(([name, { sent }]) => [name, sent] as const),
    },
    settingValues: Object.fromEntries(
      Object.entries({ ...CONFIG_KEYS, ...MACHINE_KEYS }).map(([name, { choices = [] }]) => [
        name,
        choices.map(toBareChoice),
      ]),
    ),
    sandboxAliases: SEED_PROFILES.map(({ alias, title }) => [alias, title] as const),
  };
}

function listFlagSets(command: Command): readonly FlagSet[] {
  return [...command.flags, EVERY];
}

async function buildCommandNode(
  path: CommandPath,
  command: Command,
  sets: readonly FlagSet[],
): Promise<CommandNode> {
  const facts = describeCommand(command);
  return {
    path,
    about: command.summary,
    arguments: facts.positional.map(toArgumentNode),
    flags: facts.sets.flatMap(({ isOwn, flags }) => (isOwn ? flags.map(toFlagNode) : [])),
    sets: listFlagSets(command).map((set) => sets.indexOf(set)),
    fields: (await listFieldNames(command)).filter((name) => !name.endsWith('*')),
    passesOn: TAKES_COMMAND.some((each) => isSamePath(each, path)),
  };
}

function toArgumentNode(facts: FlagFacts): ArgumentNode {
  return { value: toValueNode(facts), repeats: facts.isList };
}

function toFlagNode(facts: FlagFacts): FlagNode {
  const { name, syntax, description, kind, isList } = facts;
  return {
    names: [name, ...(syntax.short === undefined ? [] : [`-${syntax.short}`])],
    about: description,
    isSwitch: kind === 'boolean',
    value: toValueNode(facts),
    repeats: isList,
  };
}

function toValueNode({ choices, syntax }: FlagFacts): ValueNode {
  if (choices !== null && syntax.offers === undefined)
    return choices.map((value) => [value, findNetworkName(value)] as const);
  return syntax.offers ?? (syntax.placeholder === 'file' ? 'file' : null);
}

/** The name of a network; empty for any other value. */
function findNetworkName(value: string): string {
  const { success, data } = Platform.safeParse(value);
  return success ? PLATFORMS[data].name : '';
}

function toBareChoice(value: string): CompletionChoice {
  return [value, ''];
}
