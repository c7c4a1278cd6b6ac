import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { redactUserInfo } from '../../client/mask.ts';
import { runFileOperation } from '../../disk/explain-file-fault.ts';
import type { FolderPlace } from '../../disk/private-folder.ts';
import { CrierError } from '../../errors.ts';
import { type ChoiceInput, chooseService, type ServiceOrSandbox } from '../config.ts';
import type { CommandContext } from '../context.ts';
import {
  getSandboxFile,
  getServerLogFile,
  getStateFolder,
  getStatePaths,
  type SettingsPaths,
} from '../paths.ts';
import { buildWords, crier, formatCommand } from '../shell-command.ts';
import { askAccount } from './account.ts';
import { readSettings } from './read-settings.ts';
import type { Settings } from './settings.ts';

/** One thing that `doctor` looked at. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What to do; null when nothing is. */
  readonly advice: string | null;
}

type Examined = Pick<
  CommandContext,
  'settings' | 'machine' | 'choiceInput' | 'choose' | 'client' | 'clientOf' | 'now'
>;

/** The oldest Node that runs this program. @see docs/decisions/0001-node-24.md */
const OLDEST_NODE = [24, 15] as const;
/** Signatures and times of the service are taken for wrong from a difference of five minutes on. */
const SKEW_WARN_MS = 30_000;
const SKEW_FAIL_MS = 300_000;

const OTHERS = 0o077;

const ok = (check: string, found: string): Finding => ({ check, status: 'ok', found, advice: null });
const warn = (check: string, found: string, advice: string): Finding => ({
  check,
  status: 'warn',
  found,
  advice,
});
const fail = (check: string, found: string, advice: string): Finding => ({
  check,
  status: 'fail',
  found,
  advice,
});

/** Looks at everything that a command needs from this machine and from the service; asks the service once. */
export async function examine(context: Examined): Promise<readonly Finding[]> {
  const local = [node(context), ...settingsFindings(context), ...stateFindings(context)];
  if (local.some(({ check, status }) => check === 'settings' && status === 'fail')) return local;
  const service = await serviceFindings(context);
  const isTwice = local.some(isLonePair) && service.some(isLonePair);
  return [...local, ...(isTwice ? service.filter((finding) => !isLonePair(finding)) : service)];
}

function isLonePair({ check, status }: Finding): boolean {
  return check === 'X pair' && status === 'fail';
}

function node({ machine: { runtime } }: Examined): Finding {
  const [major = 0, minor = 0] = runtime.split('.').map(Number);
  const [wantedMajor, wantedMinor] = OLDEST_NODE;
  const isNew = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  if (isNew) return ok('node', runtime);
  return fail('node', runtime, `install Node.js ${OLDEST_NODE.join('.')} or newer`);
}

/** The settings file and its rights, as they were before reading mends them. */
function settingsFindings({ settings }: Examined): readonly Finding[] {
  let modes: readonly Finding[] = [];
  try {
    const place = settings.place();
    modes = settingsModes(place);
    const { settings: found } = readSettings(place);
    return [
      ok('settings', `${place.file}, contexts saved: ${Object.keys(found.contexts).length}`),
      ...modes,
      ...pairs(found),
    ];
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return [fail('settings', error.message, error.facts.advice ?? ''), ...modes];
  }
}

function settingsModes(place: SettingsPaths): readonly Finding[] {
  const { file, hasModes } = place;
  return [
    ...folderMode(place),
    ...modeFinding(file, { hasModes, advice: 'it is mended; replace the keys that are in it' }),
  ];
}

function folderMode({ folder, isOurs, hasModes }: FolderPlace): readonly Finding[] {
  return modeFinding(folder, {
    hasModes,
    advice: isOurs ? MENDED : formatCommand('chmod', buildWords`700 ${folder}`),
  });
}

const MENDED = 'it is mended when it is next used';
const LINKED = 'put what it points to in its place';

interface Looked {
  readonly hasModes: boolean;
  /** What to do when others have rights to it. */
  readonly advice: string;
}

function modeFinding(path: string, { hasModes, advice }: Looked): readonly Finding[] {
  const found = foundAt(path);
  if (found === undefined) return [];
  if (found.isSymbolicLink()) return [fail('mode', `${path} is a link, and is refused`, LINKED)];
  if (!hasModes) return [];
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  if ((found.mode & OTHERS) === 0) return [ok('mode', `${path} is ${mode}`)];
  return [warn('mode', `${path} is ${mode}: others on this machine have rights to it`, advice)];
}

function pairs({ contexts }: Settings): readonly Finding[] {
  return Object.entries(contexts).flatMap(([name, { xApiKey, xApiSecret }]) => {
    if (xApiKey === undefined && xApiSecret === undefined) return [];
    if (xApiKey !== undefined && xApiSecret !== undefined)
      return [ok('X pair', `context "${name}" has both keys`)];
    const open = xApiKey === undefined ? 'x-api-key' : 'x-api-secret';
    return [
      fail(
        'X pair',
        `context "${name}" has one X key alone`,
        crier`config set ${open} --file <file> --context ${name}`,
      ),
    ];
  });
}

function stateFindings({ machine }: Examined): readonly Finding[] {
  try {
    const folder = getStateFolder(machine);
    const nearest = nearestThere(getSandboxFile(machine));
    runFileOperation(`cannot write to ${nearest}`, () =>
      accessSync(nearest, constants.R_OK | constants.W_OK),
    );
    const { folders, files } = getStatePaths(machine);
    const hasModes = folders.every((place) => place.hasModes);
    const modes = [
      ...folders.flatMap(folderMode),
      ...files.flatMap((file) => modeFinding(file, { hasModes, advice: MENDED })),
    ];
    return [
      ok('state folder', folder),
      ...logFinding(getServerLogFile(machine)),
      ...modes.filter(({ status }) => status !== 'ok'),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const known = error instanceof CrierError ? error.facts.advice : null;
    return [fail('state folder', reason, known ?? 'choose another place with CRIER_STATE_DIR')];
  }
}

/** Faults of a server that runs in the background are written there. */
function logFinding(file: string): readonly Finding[] {
  const size = foundAt(file)?.size;
  return size === undefined ? [] : [ok('server log', `${file}, ${size} bytes`)];
}

function nearestThere(path: string): string {
  const parent = dirname(path);
  return parent === path || foundAt(path) !== undefined ? path : nearestThere(parent);
}

function foundAt(path: string) {
  return runFileOperation(`cannot look at ${path}`, () => lstatSync(path, { throwIfNoEntry: false }));
}

async function serviceFindings(context: Examined): Promise<readonly Finding[]> {
  let chosen: { readonly choice: ServiceOrSandbox; readonly pair: readonly Finding[] };
  try {
    chosen = await chooseAnyway(context);
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return [fail('service', error.message, error.facts.advice ?? '')];
  }
  const { choice, pair } = chosen;
  const where =
    choice.kind === 'sandbox' ? 'the built-in sandbox' : redactUserInfo(choice.target.baseUrl.href);
  const service = [...pair, ok('service', `${where}, chosen by ${choice.origin.where}`)];
  try {
    const client = choice.kind === 'sandbox' ? await context.client() : await context.clientOf(choice.target);
    const { title, serverMs } = await askAccount(client);
    const key = ok('key', title === null ? 'accepted' : `accepted, for "${title}"`);
    // the sandbox's clock is its own, and may be set
    const clock = choice.kind === 'sandbox' ? [] : [skew(serverMs, context.now())];
    return [...service, ok('address', `${where} answers`), key, ...clock];
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return [...service, ...unwell(error, where)];
  }
}

/** Half of an X pair is a finding, and no reason to look no further. */
async function chooseAnyway({ choose, choiceInput }: Examined) {
  try {
    return { choice: (await choose()).choice, pair: [] };
  } catch (error) {
    if (!(error instanceof CrierError) || error.facts.code !== LONE_X_KEY) throw error;
    const all = await choiceInput();
    const pair = [fail('X pair', error.message, error.facts.advice ?? '')];
    return { choice: await chooseService(withoutX(all)), pair };
  }
}

/** The code of a request with one of the two X keys. */
const LONE_X_KEY = 419;

function withoutX(given: ChoiceInput): ChoiceInput {
  const contexts = Object.entries(given.settings.contexts).map(
    ([name, { xApiKey: _key, xApiSecret: _secret, ...rest }]) => [name, rest] as const,
  );
  const env = Object.entries(given.env).filter(([name]) => !name.startsWith('CRIER_X_'));
  return {
    ...given,
    env: Object.fromEntries(env),
    settings: { ...given.settings, contexts: Object.fromEntries(contexts) },
  };
}

/** An answer, even a refusal, shows that the address is right. */
function unwell(error: CrierError, where: string): readonly Finding[] {
  const advice = error.facts.advice ?? '';
  if (error.kind === 'usage') return [fail('request', error.message, advice)];
  if (error.kind === 'unavailable') return [fail('address', error.message, advice)];
  const check = error.kind === 'auth' ? 'key' : 'request';
  return [ok('address', `${where} answers`), fail(check, error.message, advice)];
}

function skew(serverMs: number | null, nowMs: number): Finding {
  if (serverMs === null) return ok('clock', 'the service does not say its time');
  const offMs = Math.abs(nowMs - serverMs);
  const found = `${Math.round(offMs / 1000)} s apart from the service`;
  const advice = "set this machine's clock";
  if (offMs < SKEW_WARN_MS) return ok('clock', found);
  return offMs < SKEW_FAIL_MS ? warn('clock', found, advice) : fail('clock', found, advice);
}
