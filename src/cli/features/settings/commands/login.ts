import * as z from 'zod';
import { mask } from '../../../../client/mask.ts';
import { checkTarget } from '../../../../client/target.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { getUser } from '../../../../service/endpoints/profiles.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import type { ServicePort } from '../../../framework/command/service.ts';
import { defineSwitch, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { CALLING } from '../../../framework/input/flags/shared-flags.ts';
import { maskLikelySecret } from '../../../framework/output/text/known-secrets.ts';
import { crier, formatFlags } from '../../../framework/output/text/shell-command.ts';
import { checkAddress } from '../../../framework/settings/config-keys.ts';
import { isSameAddress, parseAddress } from '../../../framework/settings/given-service.ts';
import { listNamedContexts } from '../../../framework/settings/named-context.ts';
import { describeSavedPlace } from '../../../framework/settings/saved-secrets.ts';
import { readSecret } from '../../../framework/settings/secrets.ts';
import { noteMissingXKeys, readAccountInfo } from '../../../framework/settings/service-account.ts';
import { findNameFault } from '../../../framework/settings/setting-name.ts';
import {
  findContext,
  listKeys,
  replaceContext,
  requireContext,
  SANDBOX,
  type SavedContext,
  type SavedSettings,
} from '../../../framework/settings/settings.ts';
import { askSteps, type WizardSteps } from '../../../framework/terminal/wizard/wizard.ts';

/** The context that a first login creates without --context. */
const FIRST_NAME = 'default';

const Login = z.strictObject({
  context: z.string(),
  baseUrl: z.string(),
  apiKey: z.string().describe('at most its last four characters'),
  isVerified: z.boolean().describe('whether the service accepted the key'),
  account: z.string().nullable().describe('title of the profile, as the service calls it'),
  isDefault: z.boolean().describe('whether this is the default context'),
  file: z.string().nullable().describe('where it was saved; null if nothing was'),
});

export default defineLocalChange({
  summary: 'Save an API key and check that it works',
  description: `
The address is read from --base-url, CRIER_BASE_URL or the context, and the key from --api-key-file or CRIER_API_KEY. On a
terminal, missing values are asked for; the key is not echoed. Both are saved in the context named by --context, else in
the one in use, else as "default". The key is sent only to this address. The built-in sandbox needs no login: "login
--sandbox" only checks its key.`,
  examples: [
    'login --sandbox',
    'login --context work --base-url https://api.example.com/api --api-key-file - --no-verify',
  ],
  flags: [CALLING],
  input: z.object({
    baseUrl: defineTextFlag('address of the service; may end in a path', {
      env: 'CRIER_BASE_URL',
      placeholder: 'url',
    }),
    apiKeyFile: defineTextFlag('read the API key from this file (`-` for standard input)', {
      placeholder: 'file',
    }),
    noVerify: defineSwitch('save the key without checking it'),
  }),
  output: Login,
  async change(asked, context): Promise<z.infer<typeof Login>> {
    const { service, settings, io } = context;
    const name = await resolveContextName(service);
    if (name === SANDBOX) return trySandbox(context);
    const saved = findContext(await settings.read(), name);
    const draft = { name, saved, ...asked, baseUrl: asked.baseUrl ?? saved?.baseUrl };
    const { baseUrl, apiKey } = await askSteps<LoginDraft, LoginPorts>(LOGIN_STEPS, draft, { settings, io });
    if (baseUrl === undefined) throw createNoAddressError(draft, io.machine.env);
    if (apiKey === undefined) throw createNoKeyError();
    const target = { baseUrl: parseAddress(baseUrl), apiKey, profileKey: null, xPair: null };
    checkTarget(target);
    const account = asked.noVerify ? null : await readAccountInfo(await service.clientOf(target));
    const after = await settings.change((now) => {
      checkKeyAddress(name, baseUrl, findContext(now, name));
      const { keyCommand: _replaced, ...others } = findContext(now, name) ?? {};
      const changed: SavedContext = { ...others, baseUrl, apiKey };
      return { context: name, ...replaceContext(now, name, changed) };
    });
    const { file } = settings.place();
    await io.note(`saved in ${describeSavedPlace(file, requireContext(after, name).apiKey)}`);
    for (const sentence of noteMissingXKeys(name, requireContext(after, name))) await io.note(sentence);
    if (!isDefault(after, name))
      await io.note(`use it with ${formatFlags`--context ${name}`}, or "${crier`context use ${name}`}"`);
    return {
      context: name,
      baseUrl,
      apiKey: mask(apiKey),
      isVerified: account !== null,
      account: account?.title ?? null,
      isDefault: isDefault(after, name),
      file,
    };
  },
  lines: ({ context, baseUrl, apiKey, isVerified, account, isDefault, file }) => [
    { name: 'context', title: 'context', value: context },
    { name: 'baseUrl', title: 'address', value: baseUrl },
    { name: 'apiKey', title: 'API key', value: apiKey },
    { name: 'isVerified', title: 'accepted', value: isVerified },
    { name: 'account', title: 'account', value: account },
    { name: 'isDefault', title: 'default', value: isDefault },
    { name: 'file', title: 'saved in', value: file },
  ],
});

async function resolveContextName(service: Pick<ServicePort, 'choiceInput'>): Promise<string> {
  const [named] = listNamedContexts(await service.choiceInput());
  if (named === undefined) return FIRST_NAME;
  const { name, origin } = named;
  if (name === SANDBOX && origin.kind !== 'flag' && origin.kind !== 'environment') return FIRST_NAME;
  const fault = findNameFault(name);
  if (fault === null) return name;
  throw createUsageError(`"${maskLikelySecret(name)}" is not a valid context name`, `its name ${fault}`);
}

function isDefault({ context }: SavedSettings, name: string): boolean {
  return context === name;
}

interface LoginDraft {
  /** Name of the context. */
  name: string;
  /** The context before the login; null for a new one. */
  saved: SavedContext | null;
  baseUrl?: string | undefined;
  apiKeyFile?: string | undefined;
  apiKey?: string;
}

type LoginPorts = Pick<CommandContext, 'settings' | 'io'>;

/** What is asked for if it is neither given nor saved. */
const LOGIN_STEPS: WizardSteps<LoginDraft, LoginPorts> = {
  address: {
    extent: ({ baseUrl }) => (baseUrl === undefined ? 'all' : 'none'),
    async ask(draft, { io }) {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await io.askLine("The service's address, such as https://api.example.com/api");
        if (answer === null) return null;
        const answered = { ...draft, baseUrl: answer.trim() };
        const fault = findAddressFault(answered);
        if (fault === null || attempt === MAX_ATTEMPTS) return answered;
        await io.note(`${fault.message}${fault.facts.advice ? `; ${fault.facts.advice}` : ''}`);
      }
    },
    check: checkDraftAddress,
  },
  key: {
    async ask(draft, { io, settings }) {
      const place = { variable: 'CRIER_API_KEY', flagFile: draft.apiKeyFile };
      const given = await readSecret(place, io.machine, settings.readKeyFile);
      const apiKey = given ?? (await io.askSecret(`API key for ${draft.baseUrl}`));
      return apiKey === null ? null : { ...draft, apiKey: apiKey.trim() };
    },
  },
};

/** How often a wrong address is asked for again before it fails the login. */
const MAX_ATTEMPTS = 3;

function checkDraftAddress({ name, baseUrl = '', saved }: LoginDraft): void {
  checkAddress(baseUrl, {});
  checkKeyAddress(name, baseUrl, saved);
}

function findAddressFault(draft: LoginDraft): CrierError | null {
  try {
    checkDraftAddress(draft);
    return null;
  } catch (error) {
    if (error instanceof CrierError) return error;
    throw error;
  }
}

function createNoAddressError({ name, apiKeyFile }: LoginDraft, env: object): CrierError {
  const hasKey = apiKeyFile !== undefined || 'CRIER_API_KEY' in env || 'CRIER_API_KEY_FILE' in env;
  return createUsageError(
    `the context "${maskLikelySecret(name)}" has no address yet${hasKey ? '' : ', and no API key was given'}`,
    `add --base-url https://…${hasKey ? '' : ', and --api-key-file <file>, or - for standard input'}; on a terminal you are asked for them`,
  );
}

function createNoKeyError(): CrierError {
  return new CrierError('auth', 'no API key was given', {
    http: null,
    advice: 'add --api-key-file <file>, or - for standard input; on a terminal you are asked for it',
  });
}

/**
 * Keys belong to their address, so a context with keys keeps the one that it has.
 *
 * @throws CrierError of kind usage
 */
function checkKeyAddress(name: string, baseUrl: string, saved: SavedContext | null): void {
  if (saved === null || saved.baseUrl === undefined || listKeys(saved).length === 0) return;
  if (isSameAddress(saved.baseUrl, baseUrl)) return;
  throw createUsageError(
    `the context "${name}" has keys for ${saved.baseUrl}, which cannot be used for ${baseUrl}`,
    `choose another name with --context, or "${crier`logout --context ${name}`}" first`,
  );
}

async function trySandbox({ service, settings, io }: CommandContext): Promise<z.infer<typeof Login>> {
  const client = await service.client();
  const { headers } = client.plan(getUser, {});
  const { title } = await readAccountInfo(client);
  await io.note('the built-in sandbox needs no login: nothing was saved');
  return {
    context: SANDBOX,
    baseUrl: 'built in',
    apiKey: headers.authorization?.replace('Bearer ', '') ?? '',
    isVerified: true,
    account: title,
    isDefault: isDefault(await settings.read(), SANDBOX),
    file: null,
  };
}
