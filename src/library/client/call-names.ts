import { ROUTES } from '../../service/endpoint.ts';
import type { ServiceCalls } from './service-calls.ts';

/**
 * The names of the endpoints. A plain list in the bundle: the table loads what parses schemas, which takes ten times as
 * long as the rest of the library.
 */
export const CALL_NAMES = Object.keys(ROUTES) as readonly (keyof ServiceCalls)[]; // Object.keys loses them
