import type { PrivateAllowlist } from '../../../src/domain/addresses/public-url.ts';
import { openOutbound } from '../../../src/outbound/open-outbound.ts';
import type { Outbound } from '../../../src/outbound/outbound.ts';
import type { World } from '../../../src/world.ts';
import { REAL_TIME } from '../real-time.ts';

/** The real way to addresses that users give, by the machine's own clock. */
export const realOutbound: World['openOutbound'] = async (allowance) =>
  openOutbound({ allowance, clock: REAL_TIME });

/** The same with a resolver that finds one address for every name. Connections are a defect of the test. */
export const resolvingTo = (address: string, allowance: PrivateAllowlist): Outbound =>
  openOutbound({
    allowance,
    clock: REAL_TIME,
    resolve: async () => [address],
    dial: () => {
      throw new Error('a connection was begun');
    },
  });
