import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { redactUserInfo } from '../../../client/mask.ts';
import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import { runFileOperation } from '../../../storage/explain-file-fault.ts';
import type { FolderPlace } from '../../../storage/private-files.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { buildWords, crier, formatCommand } from '../../framework/output/text/shell-command.ts';
import { chooseService, type ServiceOrSandbox } from '../../framework/settings/choose-service.ts';
import type { ChoiceInput } from '../../framework/settings/named-context.ts';
import {
  getSandboxFile,
  getServerLogFile,
  getStateFolder,
  getStatePaths,
  type SettingsPaths,
} from '../../framework/settings/paths.ts';
import { readSettings } from '../../framework/settings/read-settings.ts';
import { readAccountInfo } from '../../framework/settings/service-account.ts';
import type { SavedSettings } from '../../framework/settings/settings.ts';
import { checkKeyring } from './check-keyring.ts';
import { createFailure, createOk, createWarning, type DoctorFinding } from './doctor-finding.ts';
import { findTrackedKeys } from './find-tracked-keys.ts';

/** The oldest Node that runs this program. @see docs/decisions/0001-node-24.md */
const OLDEST_NODE = [24, 15] as const;
/** The service refuses signatures and times that are off by five minutes. */
const SKEW_WARN_MS = 30_000;
const SKEW_FAIL_MS = 300_000;

const OTHERS = 0o077;

/** Checks everything that commands need from this machine and from the service; sends one request. */
export async function runDoctorChecks(context: CommandContext): Promise<readonly DoctorFinding[]> {
  const local = [checkNode(context), ...checkSettings(context), ...checkState(context)];
  if (local.some(({ check, status }) => check === 'settings' && status === 'fail')) return local;
  local.push(...(await checkKeyring(context)), ...(await checkTrackedKeys(context)));
  const service = await checkService(context);
  const isTwice = local.some(isLonePair) && service.some(isLonePair);
  return [...local, ...(isTwice ? service.filter((finding) => !isLonePair(finding)) : service)];
}

/** A key in a repository is known to everyone who has a copy of it, and stays in its history. */
async function checkTrackedKeys({ settings, io }: CommandContext): Promise<readonly DoctorFinding[]> {
  const saved = await settings.read();
  const opened = await settings.openKeys(saved).catch((error: unknown) => {
    if (error instanceof CrierError) return saved; // what the keyring check reports
    throw error;
  });
  const found = await findTrackedKeys(opened, io);
  if (found === null) return [];
  const { known, likely } = found;
  if (known.length + likely.length === 0) return [createOk('keys in git', 'no file that git tracks has one')];
  return [
    ...(known.length === 0
      ? []
      : [
          createFailure(
            'keys in git',
            `a key of this machine is in ${listFiles(known)}, which git tracks`,
            'replace the key at the service: the history of the repository keeps it',
          ),
        ]),
    ...(likely.length === 0
      ? []
      : [
          createWarning(
            'keys in git',
            `what looks like a key is in ${listFiles(likely)}, which git tracks`,
            'if it is one, replace it at the service: the history of the repository keeps it',
          ),
        ]),
  ];
}

const MOST_NAMED = 5;

function listFiles(files: readonly string[]): string {
  const more = files.length - MOST_NAMED;
  return joinWithAnd([...files.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])]);
}

function isLonePair({ check, status }: DoctorFinding): boolean {
  return check === 'X pair' && status === 'fail';
}

function checkNode({ io }: CommandContext): DoctorFinding {
  const [major = 0, minor = 0] = io.machine.runtime.split('.').map(Number);
  const [wantedMajor, wantedMinor] = OLDEST_NODE;
  const isNew = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  if (isNew) return createOk('node', io.machine.runtime);
  return createFailure('node', io.machine.runtime, `install Node.js ${OLDEST_NODE.join('.')} or newer`);
}

/** Checks the settings file, and its permissions before reading fixes them. */
function checkSettings({ settings }: CommandContext): readonly DoctorFinding[] {
  let modes: readonly DoctorFinding[] = [];
  try {
    const place = settings.place();
    modes = checkSettingsModes(place);
    const { settings: found } = readSettings(place);
    return [
      createOk('settings', `${place.file}, contexts saved: ${Object.keys(found.contexts).length}`),
      ...modes,
      ...checkXPairs(found),
    ];
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return [createFailure('settings', error.message, error.facts.advice ?? ''), ...modes];
  }
}

function checkSettingsModes(place: SettingsPaths): readonly DoctorFinding[] {
  const { file, hasModes } = place;
  return [
    ...checkFolderMode(place),
    ...checkMode(file, { hasModes, advice: 'the permissions are fixed; replace the keys in it' }),
  ];
}

function checkFolderMode({ folder, isOurs, hasModes }: FolderPlace): readonly DoctorFinding[] {
  return checkMode(folder, {
    hasModes,
    advice: isOurs ? FIXED_ON_USE : formatCommand('chmod', buildWords`700 ${folder}`),
  });
}

const FIXED_ON_USE = 'the permissions are fixed at the next use';
const LINKED = 'replace the link by its target';

/** @param advice what to do when other users have access */
function checkMode(
  path: string,
  { hasModes, advice }: { hasModes: boolean; advice: string },
): readonly DoctorFinding[] {
  const found = statPath(path);
  if (found === undefined) return [];
  if (found.isSymbolicLink())
    return [createFailure('mode', `${path} is a symbolic link, which is not allowed`, LINKED)];
  if (!hasModes) return [];
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  if ((found.mode & OTHERS) === 0) return [createOk('mode', `${path} is ${mode}`)];
  return [createWarning('mode', `${path} is ${mode}: other users of this machine have access`, advice)];
}

function checkXPairs({ contexts }: SavedSettings): readonly DoctorFinding[] {
  return Object.entries(contexts).flatMap(([name, { xApiKey, xApiSecret }]) => {
    if (xApiKey === undefined && xApiSecret === undefined) return [];
    if (xApiKey !== undefined && xApiSecret !== undefined)
      return [createOk('X pair', `context "${name}" has both keys`)];
    const open = xApiKey === undefined ? 'x-api-key' : 'x-api-secret';
    return [
      createFailure(
        'X pair',
        `context "${name}" has only one of the two X keys`,
        crier`config set ${open} --file <file> --context ${name}`,
      ),
    ];
  });
}

function checkState({ io }: CommandContext): readonly DoctorFinding[] {
  try {
    const folder = getStateFolder(io.machine);
    const nearest = findExistingParent(getSandboxFile(io.machine));
    runFileOperation(`cannot write to ${nearest}`, () =>
      accessSync(nearest, constants.R_OK | constants.W_OK),
    );
    const { folders, files } = getStatePaths(io.machine);
    const hasModes = folders.every((place) => place.hasModes);
    const modes = [
      ...folders.flatMap(checkFolderMode),
      ...files.flatMap((file) => checkMode(file, { hasModes, advice: FIXED_ON_USE })),
    ];
    return [
      createOk('state folder', folder),
      ...checkLog(getServerLogFile(io.machine)),
      ...modes.filter(({ status }) => status !== 'ok'),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const known = error instanceof CrierError ? error.facts.advice : null;
    return [createFailure('state folder', reason, known ?? 'set CRIER_STATE_DIR to another folder')];
  }
}

/** A background server logs its faults to this file. */
function checkLog(file: string): readonly DoctorFinding[] {
  const size = statPath(file)?.size;
  return size === undefined ? [] : [createOk('server log', `${file}, ${size} bytes`)];
}

function findExistingParent(path: string): string {
  const parent = dirname(path);
  return parent === path || statPath(path) !== undefined ? path : findExistingParent(parent);
}

function statPath(path: string) {
  return runFileOperation(`cannot read ${path}`, () => lstatSync(path, { throwIfNoEntry: false }));
}

async function checkService(context: CommandContext): Promise<readonly DoctorFinding[]> {
  let chosen: { choice: ServiceOrSandbox; pair: readonly DoctorFinding[] };
  try {
    chosen = await chooseAnyway(context);
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return [createFailure('service', error.message, error.facts.advice ?? '')];
  }
  const { choice, pair } = chosen;
  const where =
    choice.kind === 'sandbox' ? 'the built-in sandbox' : redactUserInfo(choice.target.baseUrl.href);
  const from = choice.origin.kind === 'default' ? 'the default' : `set by ${choice.origin.where}`;
  const service = [...pair, createOk('service', `${where}, ${from}`)];
  try {
    const client =
      choice.kind === 'sandbox'
        ? await context.service.client()
        : await context.service.clientOf(choice.target);
    const { title, serverMs } = await readAccountInfo(client);
    const key = createOk('key', title === null ? 'accepted' : `accepted, for "${title}"`);
    // the sandbox clock may be set to another time
    const clock = choice.kind === 'sandbox' ? [] : [checkClock(serverMs, context.io.now())];
    return [...service, createOk('address', `${where} responds`), key, ...clock];
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    if (choice.kind === 'sandbox' && choice.isUnasked && error.kind === 'auth')
      return [...pair, createFailure('service', error.message, error.facts.advice ?? '')];
    return [...service, ...explainFailedRequest(error, where)];
  }
}

/** Half of an X pair is a finding, and does not stop the other checks. */
async function chooseAnyway({ service }: CommandContext) {
  try {
    return { choice: (await service.choose()).choice, pair: [] };
  } catch (error) {
    if (!(error instanceof CrierError) || error.facts.code !== LONE_X_KEY) throw error;
    const all = await service.choiceInput();
    const pair = [createFailure('X pair', error.message, error.facts.advice ?? '')];
    return { choice: await chooseService(removeXKeys(all)), pair };
  }
}

/** The error code for a request with only one of the two X keys. */
const LONE_X_KEY = 419;

function removeXKeys(given: ChoiceInput): ChoiceInput {
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

/** Any response, even a refusal, shows that the address is right. */
function explainFailedRequest(error: CrierError, where: string): readonly DoctorFinding[] {
  const advice = error.facts.advice ?? '';
  if (error.kind === 'usage') return [createFailure('request', error.message, advice)];
  if (error.kind === 'unavailable') return [createFailure('address', error.message, advice)];
  const check = error.kind === 'auth' ? 'key' : 'request';
  return [createOk('address', `${where} responds`), createFailure(check, error.message, advice)];
}

function checkClock(serverMs: number | null, nowMs: number): DoctorFinding {
  if (serverMs === null) return createOk('clock', 'the service did not send its time');
  const offMs = Math.abs(nowMs - serverMs);
  const found = `${Math.round(offMs / 1000)} s off from the service`;
  const advice = "correct this machine's clock";
  if (offMs < SKEW_WARN_MS) return createOk('clock', found);
  return offMs < SKEW_FAIL_MS ? createWarning('clock', found, advice) : createFailure('clock', found, advice);
}
