import type { Fault } from '../../service/control/faults.ts';
import type { ListView } from '../render/view.ts';

/** Injected faults of the sandbox. */
export function buildFaultView(faults: readonly Fault[]): ListView<Fault> {
  return {
    kind: 'list',
    document: { faults },
    key: 'faults',
    rows: faults,
    columns: [
      { name: 'id', title: 'id', value: ({ id }) => id, role: 'name', align: 'right', drop: 0 },
      { name: 'code', title: 'code', value: ({ code }) => code, align: 'right', drop: 0 },
      { name: 'variant', title: 'variant', value: ({ variant }) => variant, drop: 5 },
      { name: 'network', title: 'network', value: ({ network }) => network, role: 'network', drop: 1 },
      { name: 'endpoint', title: 'call', value: ({ endpoint }) => endpoint, drop: 2 },
      {
        name: 'left',
        title: 'left',
        value: ({ remaining }) => remaining,
        show: ({ remaining }) => (remaining === null ? 'unlimited' : String(remaining)),
        align: 'right',
        drop: 3,
      },
      { name: 'probability', title: 'probability', value: ({ probability }) => probability, drop: 4 },
    ],
    empty: 'no faults',
  };
}
