import type { ControlHandler } from './control-handler.ts';

const addFault: ControlHandler<'addFault'> = (
  {
    code,
    endpoint = null,
    network = endpoint === 'sendDm' ? 'instagram' : null,
    count = null,
    probability = 1,
    variant = null,
  },
  { store },
) => ({
  fault: store.transaction(() =>
    store.faults.add({ code, network, endpoint, remaining: count, probability, variant }),
  ),
});

const listFaults: ControlHandler<'listFaults'> = (_input, { store }) => ({
  faults: [...store.faults.list()],
});

const clearFaults: ControlHandler<'clearFaults'> = ({ id = null }, { store }) => ({
  cleared: store.transaction(() => store.faults.clear(id)),
});

export const faultHandlers = { addFault, listFaults, clearFaults };
