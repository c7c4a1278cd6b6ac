import { ROUTES } from '../../service/routes/routes.ts';
import type { ServiceCalls } from './service-calls.ts';

/**
 * The names of the endpoints. A plain list in the bundle: the chunk of the routes has much more, and takes ten times as
 * long to load as the rest of the library.
 */
export const CALL_NAMES = Object.keys(ROUTES) as readonly (keyof ServiceCalls)[]; // Object.keys loses them
