import type { World } from '../../src/world.ts';

/** A keyring in memory, which remembers what it was asked. */
export function fakeKeyring() {
  const entries = new Map<string, string>();
  const asked: string[] = [];
  const state: { fault: string | null } = { fault: null };
  const ask: World['askKeyring'] = async (request) => {
    asked.push(request.action);
    if (state.fault !== null) return { fault: state.fault };
    const { account } = request;
    if (request.action === 'set') entries.set(account, request.secret);
    if (request.action === 'remove') entries.delete(account);
    return { secret: request.action === 'get' ? (entries.get(account) ?? null) : null };
  };
  return {
    ask,
    entries,
    /** The actions since the last call. */
    takeAsked: () => asked.splice(0),
    /** From now on, it cannot be used; null for none. */
    fail(fault: string | null) {
      state.fault = fault;
    },
  };
}
