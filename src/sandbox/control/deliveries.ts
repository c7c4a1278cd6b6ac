import { ServiceFailure } from '../service-failure.ts';
import type { ControlHandler } from './control-handler.ts';
import { cursorOf, findFitting, pageMeta, pageRequest } from './control-pages.ts';
import { listedDelivery } from './listed-delivery.ts';
import { tellEvent } from './tell-event.ts';

const listDeliveries: ControlHandler<'listDeliveries'> = (query, { store, allowance }) => {
  const request = pageRequest(query);
  const page = store.deliveries.page(request);
  return {
    deliveries: page.rows.map((each) => ({
      cursor: cursorOf({ row: each.row, at: each.created }),
      ...listedDelivery(each, { store, allowance }),
    })),
    meta: pageMeta(page, request, ({ created }) => created),
  };
};

const findDeliveries: ControlHandler<'findDeliveries'> = ({ hookIds }, { store, allowance }) => {
  const { found, rest } = findFitting(hookIds, (hookId) => {
    const delivery = store.deliveries.find(hookId);
    return delivery === undefined ? [] : [listedDelivery(delivery, { store, allowance })];
  });
  return { deliveries: found, rest };
};

/** @see docs/service/readings.md#U-31 */
const resendDelivery: ControlHandler<'resendDelivery'> = ({ hookId }, { store, clock, allowance }) =>
  store.transaction(() => {
    store.deliveries.resend(hookId, clock.now());
    const delivery = store.deliveries.find(hookId);
    if (delivery === undefined) {
      throw new ServiceFailure(1404, { message: `There is no delivery ${hookId}.` });
    }
    return { delivery: listedDelivery(delivery, { store, allowance }) };
  });

export const deliveryHandlers = { listDeliveries, findDeliveries, resendDelivery, tellEvent };
