import { mask, redactUserInfo } from '../../../client/mask.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';
import { describeSet } from '../input/flags/describe-set.ts';
import { EVERY, REMOTE } from '../input/flags/flags.ts';
import { CONFIG_KEYS, formatSetting } from './config-keys.ts';
import { findMachineKey, listMachineClaims, MACHINE_KEYS } from './machine-keys.ts';
import {
  type ChoiceInput,
  findAddressOrigin,
  findContextInUse,
  findNamedContext,
  listNamedContexts,
  type SettingOrigin,
} from './named-context.ts';
import { readVariable } from './secrets.ts';
import { findContext, findCurrentContext, SANDBOX, type SavedContext } from './settings.ts';
import { readStrictestRule } from './write-rules.ts';

export interface SettingCandidate {
  readonly source: SettingOrigin['kind'];
  /** The flag, the variable, the file or the context. */
  readonly where: string;
  /** Of a secret, at most its last four characters. */
  readonly value: string | null;
  readonly wins: boolean;
}

type SettingClaim = Omit<SettingCandidate, 'wins'>;

/** Variables of secret settings. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  'api-key': ['CRIER_API_KEY', 'CRIER_API_KEY_FILE'],
  'x-api-key': ['CRIER_X_API_KEY', 'CRIER_X_API_KEY_FILE'],
  'x-api-secret': ['CRIER_X_API_SECRET', 'CRIER_X_API_SECRET_FILE'],
  'webhook-secret': ['CRIER_WEBHOOK_SECRET', 'CRIER_WEBHOOK_SECRET_FILE'],
};

const KEY_OF_CONTEXT = 'context';

/** Lists what can be explained: the context, its settings, those of this machine, and flags that have a variable. */
export function listExplainable(): readonly string[] {
  return [
    ...new Set([
      KEY_OF_CONTEXT,
      ...Object.keys(CONFIG_KEYS),
      ...Object.keys(MACHINE_KEYS),
      ...listFlagNames(),
    ]),
  ];
}

function listFlagNames(): readonly string[] {
  return listFlagsWithVariables().map(({ name }) => name.slice('--'.length));
}

function listFlagsWithVariables(): readonly FlagFacts[] {
  return [EVERY, REMOTE].flatMap(describeSet).filter(({ syntax }) => syntax.env !== undefined);
}

/**
 * Lists the sources of a setting by precedence, and which one wins.
 *
 * @param words the command line, for its flags
 * @see docs/command-line.md#precedence
 */
export function explainSetting(
  key: string,
  given: ChoiceInput,
  words: readonly string[],
): readonly SettingCandidate[] {
  const claims = listClaims(key, given, words);
  const winner = chooseWinner(key, claims, given);
  return claims.map((claim) => ({ ...claim, wins: claim === winner }));
}

function listClaims(key: string, given: ChoiceInput, words: readonly string[]): readonly SettingClaim[] {
  if (key === KEY_OF_CONTEXT) {
    const named = listNamedContexts(given).map(({ name, origin }) => ({
      source: origin.kind,
      where: origin.where,
      value: name,
    }));
    if (findCurrentContext(given.settings) === null) return named;
    return [...named, { source: 'default', where: 'built in', value: SANDBOX }];
  }
  const ofMachine = findMachineKey(key);
  if (ofMachine !== null)
    return listMachineClaims(ofMachine, { ...given, context: findContextInUse(given) }).map((claim) => ({
      ...claim,
      source: claim.source === 'context' ? 'saved' : claim.source,
    }));
  return [
    ...fromFlags(key, words),
    ...fromEnvironment(key, given),
    ...fromProject(key, given),
    ...fromSaved(key, given),
    ...findDefault(key),
  ];
}

function fromFlags(key: string, words: readonly string[]): readonly SettingClaim[] {
  const name = `--${key === 'api-key' ? 'api-key-file' : key}`;
  const flag = [EVERY, REMOTE].flatMap(describeSet).find((each) => each.name === name);
  const forms = flag === undefined ? [] : [name, ...(flag.syntax.short ? [`-${flag.syntax.short}`] : [])];
  const at = words.findIndex((word) => forms.some((form) => word === form || word.startsWith(`${form}=`)));
  if (flag === undefined || at === -1) return [];
  const word = words[at] ?? '';
  const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : (words[at + 1] ?? '');
  return [{ source: 'flag', where: name, value: flag.kind === 'boolean' ? 'true' : redactUserInfo(value) }];
}

function fromEnvironment(key: string, { env }: ChoiceInput): readonly SettingClaim[] {
  const ofFlag = listFlagsWithVariables().find(({ name }) => name === `--${key}`)?.syntax.env;
  const variables = VARIABLES[key] ?? (ofFlag === undefined ? [] : [ofFlag]);
  return variables.flatMap((variable) => {
    const value = readVariable(env, variable);
    if (value === null) return [];
    const isSecret = key in VARIABLES && !variable.endsWith('_FILE');
    return [
      {
        source: 'environment' as const,
        where: variable,
        value: isSecret ? mask(value) : redactUserInfo(value),
      },
    ];
  });
}

function fromProject(key: string, { project }: ChoiceInput): readonly SettingClaim[] {
  if (key !== 'profile' || project?.profile === undefined) return [];
  return [{ source: 'project', where: project.file, value: project.profile }];
}

function fromSaved(key: string, given: ChoiceInput): readonly SettingClaim[] {
  const row = CONFIG_KEYS[key];
  const name = listNamedContexts(given)[0]?.name ?? SANDBOX;
  const context: SavedContext | null = findContext(given.settings, name);
  if (row === undefined || context?.[row.field] === undefined) return [];
  return [{ source: 'saved', where: `context ${name}`, value: formatSetting(row, context ?? {}) }];
}

const FALLBACKS: Readonly<Record<string, string>> = { profile: 'none', 'comment-routes': 'spec' };

function findDefault(key: string): readonly SettingClaim[] {
  const value =
    FALLBACKS[key] ?? listFlagsWithVariables().find(({ name }) => name === `--${key}`)?.defaultText ?? null;
  return value === null ? [] : [{ source: 'default', where: 'built in', value }];
}

/**
 * Address and keys of a context belong together: the source that names the context decides which of them win.
 */
function chooseWinner(
  key: string,
  claims: readonly SettingClaim[],
  given: ChoiceInput,
): SettingClaim | undefined {
  const named = findNamedContext(given);
  const saved = claims.find(({ source }) => source === 'saved');
  const flag = claims.find(({ source }) => source === 'flag');
  const other = claims.find(({ source }) => source === 'environment');
  switch (key) {
    case KEY_OF_CONTEXT:
      return named === null && findAddressOrigin(given) !== null ? undefined : claims[0];
    case 'base-url':
      return named === null ? (flag ?? other) : saved;
    case 'api-key':
      if (named === null) return flag ?? other;
      return flag ?? saved ?? (named.origin.kind === 'project' ? undefined : other);
    case 'x-api-key':
    case 'x-api-secret':
      if (named === null) return other;
      if (named.origin.kind === 'saved') return other ?? saved;
      return saved ?? (named.origin.kind === 'project' ? undefined : other);
    case 'webhook-secret':
      return named?.origin.kind === 'project' ? saved : claims[0];
    case 'profile': {
      const { project } = given;
      const isForeign = project?.context !== undefined && project.context !== named?.name;
      return claims.find(({ source }) => !(source === 'project' && isForeign));
    }
    case 'writes': {
      const { where } = readStrictestRule(given);
      return claims.find((claim) => claim.where === where);
    }
    default:
      return claims[0];
  }
}
