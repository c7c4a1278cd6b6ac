import { checkTarget } from '../../../client/target.ts';
import { CrierError } from '../../../errors.ts';
import {
  findOffset,
  type LocatedValue,
  type PositionedMessage,
  toPlainValue,
  type ValuePath,
} from '../../framework/input/files/parsed-text.ts';
import { readJson } from '../../framework/input/files/read-json.ts';
import { createPositionFinder } from '../../framework/input/files/records-file.ts';
import { suggestNearest } from '../../framework/output/text/suggest-nearest.ts';
import { parseAddress } from '../../framework/settings/given-service.ts';
import { findNameFault } from '../../framework/settings/setting-name.ts';
import { findContext, SANDBOX, SavedContext, SavedSettings } from '../../framework/settings/settings.ts';

/** What was found in the text of a settings file. */
export interface CheckedSettings {
  /** Null when there are faults. */
  readonly settings: SavedSettings | null;
  /** What must be changed before the text can be saved. No value is quoted, since it may be a key. */
  readonly faults: readonly PositionedMessage[];
  /** What is saved as it is, and may be a mistake. */
  readonly warnings: readonly PositionedMessage[];
}

interface Finding {
  readonly path: ValuePath;
  readonly part: 'key' | 'value';
  readonly words: string;
}

/** Checks the text of a settings file as a person wrote it. */
export function checkSettingsText(text: string): CheckedSettings {
  const positionAt = createPositionFinder(text);
  const { roots, faults } = readJson(text, { several: 'settings' });
  const [root] = roots;
  if (faults.length > 0 || root === undefined) {
    const reported = faults.length > 0 ? faults : [{ offset: 0, words: 'the file is empty' }];
    return {
      settings: null,
      faults: reported.map(({ offset, words }) => ({ ...positionAt(offset), words })),
      warnings: [],
    };
  }
  const place = ({ path, part, words }: Finding) => ({ ...positionAt(findOffset(root, path, part)), words });
  const parsed = SavedSettings.safeParse(toPlainValue(root));
  const found = parsed.success ? findSettingFaults(parsed.data) : parsed.error.issues.map(toFinding);
  return {
    settings: parsed.success && found.length === 0 ? parsed.data : null,
    faults: found.map(place),
    warnings: listUnknownMembers(root).map(place),
  };
}

function toFinding({ path, message }: { path: readonly PropertyKey[]; message: string }): Finding {
  const steps = path.map((step) => (typeof step === 'number' ? step : String(step)));
  return { path: steps, part: 'value', words: `${steps.join('.') || 'the file'}: ${message}` };
}

/** Faults that the schema does not know: names, addresses, and what is named but not there. */
function findSettingFaults(settings: SavedSettings): readonly Finding[] {
  const { context, contexts } = settings;
  const isMissing = context !== undefined && findContext(settings, context) === null;
  const chosen = isMissing ? [toValueFinding(['context'], 'names none of the contexts in this file')] : [];
  return [...chosen, ...Object.entries(contexts).flatMap(([name, each]) => findContextFaults(name, each))];
}

function findContextFaults(
  name: string,
  { baseUrl, profile, profiles: withKey, profilesWithoutKey }: SavedContext,
): readonly Finding[] {
  const path = ['contexts', name];
  const profiles = { ...profilesWithoutKey, ...withKey };
  const isMissing = name !== SANDBOX && profile !== undefined && !Object.hasOwn(profiles, profile);
  return [
    ...findNameFaults(path),
    ...Object.keys(profiles).flatMap((alias) => findNameFaults([...path, 'profiles', alias])),
    ...(baseUrl === undefined || isAddress(baseUrl)
      ? []
      : [toValueFinding([...path, 'baseUrl'], 'must be https://…, or http:// on this machine')]),
    ...(isMissing
      ? [toValueFinding([...path, 'profile'], 'names none of the profiles of this context')]
      : []),
  ];
}

function findNameFaults(path: readonly string[]): readonly Finding[] {
  const fault = findNameFault(path.at(-1) ?? '');
  return fault === null ? [] : [{ path, part: 'key', words: `the name ${fault}` }];
}

function toValueFinding(path: readonly string[], words: string): Finding {
  return { path, part: 'value', words: `${path.join('.')} ${words}` };
}

function isAddress(baseUrl: string): boolean {
  try {
    const noKeys = { apiKey: 'no-key-is-needed-to-check-an-address', profileKey: null, xPair: null };
    checkTarget({ baseUrl: parseAddress(baseUrl), ...noKeys });
    return true;
  } catch (error) {
    if (error instanceof CrierError) return false;
    throw error;
  }
}

/** Members that this version does not know: of a newer version, or misspelled. */
function listUnknownMembers(root: LocatedValue): readonly Finding[] {
  const contexts = root.kind === 'map' ? root.members.get('contexts')?.value : undefined;
  const names = contexts?.kind === 'map' ? [...contexts.members] : [];
  return [
    ...listUnknown(root, [], Object.keys(SavedSettings.unwrap().shape)),
    ...names.flatMap(([name, { value }]) =>
      listUnknown(value, ['contexts', name], Object.keys(SavedContext.unwrap().shape)),
    ),
  ];
}

function listUnknown(
  located: LocatedValue,
  path: readonly string[],
  known: readonly string[],
): readonly Finding[] {
  if (located.kind !== 'map') return [];
  return [...located.members.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: [...path, name],
      part: 'key',
      words: `${suggestNearest(name, known)}this version has no setting of this name; it is kept`,
    }));
}
