import { ServiceFailure } from '../http/service-failure.ts';
import type { ControlHandler } from './control-handler.ts';
import { buildPageMeta, findFitting, formatCursor, toPageRequest } from './control-pages.ts';
import { toListedDelivery } from './listed-delivery.ts';
import { triggerEvent } from './trigger-event.ts';

const listDeliveries: ControlHandler<'listDeliveries'> = (query, { store, allowance }) => {
  const request = toPageRequest(query);
  const page = store.deliveries.page(request);
  return {
    deliveries: page.rows.map((each) => ({
      cursor: formatCursor({ row: each.row, at: each.created }),
      ...toListedDelivery(each, { store, allowance }),
    })),
    meta: buildPageMeta(page, request, ({ created }) => created),
  };
};

const findDeliveries: ControlHandler<'findDeliveries'> = ({ hookIds }, { store, allowance }) => {
  const { found, rest } = findFitting(hookIds, (hookId) => {
    const delivery = store.deliveries.find(hookId);
    return delivery === undefined ? [] : [toListedDelivery(delivery, { store, allowance })];
  });
  return { deliveries: found, remaining: rest };
};

/** @see docs/service/readings.md#U-31 */
const redeliver: ControlHandler<'redeliver'> = ({ hookId }, { store, clock, allowance }) =>
  store.transaction(() => {
    store.deliveries.redeliver(hookId, clock.now());
    const delivery = store.deliveries.find(hookId);
    if (delivery === undefined) {
      throw new ServiceFailure(1404, { message: `There is no delivery ${hookId}.` });
    }
    return { delivery: toListedDelivery(delivery, { store, allowance }) };
  });

export const deliveryHandlers = {
  listDeliveries,
  findDeliveries,
  redeliver,
  triggerEvent,
};
