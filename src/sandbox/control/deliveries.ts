import { ServiceFailure } from '../service-failure.ts';
import type { ControlHandler } from './control-handler.ts';
import { listedDelivery } from './listed-delivery.ts';
import { tellEvent } from './tell-event.ts';

const listDeliveries: ControlHandler<'listDeliveries'> = (_input, { store, allowance }) => ({
  deliveries: store.deliveries.all().map((each) => listedDelivery(each, { store, allowance })),
});

/** @see reading U-31 */
const resendDelivery: ControlHandler<'resendDelivery'> = ({ hookId }, { store, clock, allowance }) =>
  store.transaction(() => {
    store.deliveries.resend(hookId, clock.now());
    const delivery = store.deliveries.find(hookId);
    if (delivery === undefined) {
      throw new ServiceFailure(1404, { message: `There is no delivery ${hookId}.` });
    }
    return { delivery: listedDelivery(delivery, { store, allowance }) };
  });

export const deliveryHandlers = { listDeliveries, resendDelivery, tellEvent };
