import * as z from 'zod';
import { createUsageError } from '../../../../../errors.ts';
import {
  listWebhooks,
  registerWebhook,
  unregisterWebhook,
} from '../../../../../service/endpoints/webhooks.ts';
import { NewWebhook } from '../../../../../service/webhook-registration.ts';
import { listRegisteredWebhooks } from '../../../webhooks/own-webhooks.ts';
import { createStep, type RequestStep, type SecretReference } from '../resource-kind.ts';
import { defineListKind } from './list-kind.ts';

const Word = z.string().regex(/\S/, 'must not be blank');

/** A file has no secret, but where it is: it is sent when the webhook is registered or changed. */
const WrittenHook = z.strictObject({
  action: NewWebhook.shape.action,
  url: NewWebhook.shape.url,
  secretFile: Word.optional().describe('file with the signing secret'),
  secretVariable: Word.optional().describe('environment variable with the signing secret'),
  secretCommand: Word.optional().describe('command that prints the signing secret'),
  secretVersion: Word.optional().describe('any word: another one than before sends the secret again'),
});

/** Webhook registrations, found by their action. */
export const HOOKS = defineListKind({
  name: 'hooks',
  noun: 'webhook',
  summary: 'webhooks; a file has no secret, but says where it is',
  schema: WrittenHook,
  read: ({ action, url, secretVersion = null, ...references }) => ({
    name: action,
    content: { action, url },
    secret: readReference(references, secretVersion, action),
    secretVersion,
  }),
  list: async (client) =>
    listRegisteredWebhooks((await client.call(listWebhooks, {})).body).map(({ action, url }) => ({
      name: action,
      id: action,
      content: { action, url },
    })),
  create: (written) => ({ first: register(written.content, written.secret ?? null) }),
  update: (_stored, content, _fields, written) => register(content, written?.secret ?? null),
  remove: ({ name: action }) => createStep(unregisterWebhook, { body: { action } }),
  toFile: (content) => content,
});

function readReference(
  {
    secretFile,
    secretVariable,
    secretCommand,
  }: Pick<z.infer<typeof WrittenHook>, 'secretFile' | 'secretVariable' | 'secretCommand'>,
  version: string | null,
  action: string,
): SecretReference | null {
  const given: SecretReference[] = [
    ...(secretFile === undefined ? [] : [{ kind: 'file', name: secretFile } as const]),
    ...(secretVariable === undefined ? [] : [{ kind: 'variable', name: secretVariable } as const]),
    ...(secretCommand === undefined ? [] : [{ kind: 'command', name: secretCommand } as const]),
  ];
  if (given.length > 1)
    throw createUsageError(
      `the webhook "${action}" has its secret in two places`,
      'keep one of secretFile, secretVariable and secretCommand',
    );
  if (version !== null && given.length === 0)
    throw createUsageError(
      `the webhook "${action}" has a secretVersion, but no secret`,
      'say where the secret is: secretFile, secretVariable or secretCommand',
    );
  return given[0] ?? null;
}

function register(content: unknown, reference: SecretReference | null): RequestStep {
  const body = NewWebhook.parse(content);
  if (reference === null) return createStep(registerWebhook, { body });
  const { plan } = createStep(registerWebhook, { body: { ...body, secret: SHOWN } });
  return {
    plan,
    send: async (client, readSecret) =>
      createStep(registerWebhook, { body: { ...body, secret: await readSecret(reference) } }).send(
        client,
        readSecret,
      ),
  };
}

/** Stands for the secret in a plan, which does not read it. */
const SHOWN = '********';
