import type { World } from '../../src/cli/world.ts';
import { openOutbound } from '../../src/outbound/open-outbound.ts';
import { REAL_TIME } from './real-time.ts';

/** The real way to addresses that users give, by the machine's own clock. */
export const realOutbound: World['openOutbound'] = async (allowance) =>
  openOutbound({ allowance, clock: REAL_TIME });
