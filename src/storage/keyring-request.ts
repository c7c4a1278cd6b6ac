/** A request to the keyring of the operating system, for an entry of crier. */
export type KeyringRequest =
  | { readonly action: 'get' | 'remove'; readonly account: string }
  | { readonly action: 'set'; readonly account: string; readonly secret: string };

/** The secret of an entry, null for no entry; or why the keyring cannot be used, as a clause. */
export type KeyringAnswer = { readonly secret: string | null } | { readonly fault: string };

/** Asks the keyring of the operating system, and waits for at most two seconds. */
export type AskKeyring = (request: KeyringRequest) => Promise<KeyringAnswer>;
