import { readEmailPage, readMessagePage } from '../../../src/sandbox/store/messages.ts';
import { readDeliveryPage } from '../../../src/sandbox/store/outbound/deliveries.ts';
import type { Database } from '../../../src/storage/open-database.ts';

const ALL = { order: 'oldest', after: null, maxRows: 1_000_000, maxBytes: Infinity } as const;

const withoutRow = <Row extends { row: number }>({ row: _row, ...rest }: Row) => rest;

/** All of a store, the oldest first. */
export const listSentMessages = (store: Database) => readMessagePage(store, ALL).rows.map(withoutRow);
export const listEmails = (store: Database) => readEmailPage(store, ALL).rows.map(withoutRow);
export const listDeliveries = (store: Database) => readDeliveryPage(store, ALL).rows;
