import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { CrierError } from '../../../errors.ts';
import type { KeyringAnswer } from '../../../storage/keyring-request.ts';
import type { World } from '../../../world.ts';
import type { SealedSecret } from './settings.ts';

/** A key that encrypts the saved keys, from an entry of the keyring. */
export interface SealingKey {
  /** The entry. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Whether the entry was created for it. */
  readonly isNew: boolean;
}

export type Keyring = ReturnType<typeof createKeyring>;

/**
 * The keyring of the operating system: it keeps a random key, and saved keys are encrypted with that in the settings
 * file. Each entry is read at most once in a run.
 *
 * @see docs/decisions/0041-keyring.md
 */
export function createKeyring({ askKeyring }: Pick<World, 'askKeyring'>) {
  const answers = new Map<string, Promise<KeyringAnswer>>();
  const read = (id: string) => {
    const answer = answers.get(id) ?? askKeyring({ action: 'get', account: id });
    answers.set(id, answer);
    return answer;
  };
  /** @returns null when the keyring has no such entry */
  const find = async (id: string): Promise<SealingKey | { fault: string } | null> => {
    const answer = await read(id);
    if ('fault' in answer) return answer;
    const bytes = Buffer.from(answer.secret ?? '', 'base64');
    return bytes.length === KEY_BYTES ? { id, bytes, isNew: false } : null;
  };
  return {
    find,
    seal,
    unseal,
    createLostError,
    /** @throws CrierError of kind auth when the keyring cannot be read, or does not have the key any more */
    async open(secret: SealedSecret, what: string): Promise<string> {
      const key = await find(secret.keyring);
      if (key === null) throw createLostError(what);
      if ('fault' in key)
        throw new CrierError(
          'auth',
          `the ${what} is encrypted, and the keyring cannot be used: ${key.fault}`,
          {
            http: null,
            advice: 'unlock the keyring and try again; "crier doctor" checks it',
          },
        );
      return unseal(secret, key, what);
    },
    /**
     * A key to encrypt with: that of the first entry that is there, else a new one.
     *
     * @param ids entries that saved keys need already
     */
    async provide(ids: readonly string[]): Promise<SealingKey | { fault: string }> {
      for (const id of ids) {
        const key = await find(id);
        if (key !== null) return key;
      }
      const id = randomBytes(ID_BYTES).toString('hex');
      const bytes = randomBytes(KEY_BYTES);
      const stored = await askKeyring({ action: 'set', account: id, secret: bytes.toString('base64') });
      if ('fault' in stored) return stored;
      const key = await find(id); // one that keeps nothing would lose all keys
      if (key === null) return { fault: 'it did not keep the key that was stored' };
      return 'fault' in key ? key : { ...key, isNew: true };
    },
    /** Removes entries that no saved key needs any more. @returns why the keyring could not do so; null if it did */
    async remove(ids: readonly string[]): Promise<string | null> {
      for (const id of ids) {
        answers.delete(id);
        const answer = await askKeyring({ action: 'remove', account: id });
        if ('fault' in answer) return answer.fault;
      }
      return null;
    },
  };
}

const ID_BYTES = 8;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a key: nonce, tag and text, in base64. */
function seal(secret: string, key: SealingKey): SealedSecret {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce);
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return {
    keyring: key.id,
    sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64'),
  };
}

/** @throws CrierError of kind auth when the text was changed */
function unseal({ sealed }: SealedSecret, key: SealingKey, what: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const begin = NONCE_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, begin));
    return Buffer.concat([decipher.update(bytes.subarray(begin)), decipher.final()]).toString('utf8');
  } catch {
    throw createLostError(what, 'cannot be decrypted: it was changed in the settings file');
  }
}

function createLostError(
  what: string,
  fault = 'is encrypted, and the keyring no longer has the key to it',
): CrierError {
  return new CrierError('auth', `the ${what} ${fault}`, {
    http: null,
    advice:
      'save it again: "crier login" saves an API key, "crier config set" others, and "crier profiles save" those of profiles',
  });
}
