import type { ControlAnswer, ControlInput, ControlName } from '../../service/control/control.ts';

/**
 * Input and answer of each call of the sandbox's control interface, by its name. The package has declarations that are
 * written from the same schemas instead: `scripts/service-types.mjs`.
 */
export type ControlCalls = {
  readonly [N in ControlName]: { readonly input: ControlInput<N>; readonly answer: ControlAnswer<N> };
};
