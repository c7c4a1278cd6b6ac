import { isRecord } from '../../domain/json/loose-record.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../outbound/outbound.ts';
import { readDeliveryFacts, readDeliveryHeaders } from '../../receiver/delivery-facts.ts';
import { parseJsonBody } from '../../receiver/received-delivery.ts';
import type { CaughtDelivery, CaughtRequest, RequestReply } from './running-sandbox.ts';

/** Requests of the sandbox to addresses of users, caught in memory. */
export interface RequestCatcher {
  outbound: Outbound;
  /** Deliveries of webhooks, in the order of their attempts. */
  deliveries: CaughtDelivery[];
  answerDelivery: (delivery: CaughtDelivery) => RequestReply | Promise<RequestReply>;
  answerCallback: (request: CaughtRequest) => RequestReply | Promise<RequestReply>;
}

const DELIVERY_ID = 'x-service-delivery-id';

/** Catches every request to an address of a user: nothing leaves the process. */
export function createRequestCatcher(): RequestCatcher {
  const catcher: RequestCatcher = {
    deliveries: [],
    answerDelivery: () => 200,
    answerCallback: () => 200,
    outbound: {
      allowed: [],
      // feeds are not caught: there is none to read
      get: async () => toAnswer(404),
      async post(request) {
        const caught = toCaughtRequest(request);
        if (!(DELIVERY_ID in caught.headers)) return toAnswer(await catcher.answerCallback(caught));
        const delivery = toCaughtDelivery(caught, request.body);
        catcher.deliveries.push(delivery);
        return toAnswer(await catcher.answerDelivery(delivery));
      },
    },
  };
  return catcher;
}

function toCaughtRequest({ url, headers, body }: OutboundRequest): CaughtRequest {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const json = parseJsonBody(body);
  return {
    url,
    headers: Object.fromEntries(lower),
    body: new TextDecoder().decode(body),
    json: isRecord(json) ? json : {},
  };
}

function toCaughtDelivery(caught: CaughtRequest, body: Uint8Array): CaughtDelivery {
  const { json, ...request } = caught;
  const event = parseJsonBody(body);
  const { action, type, hookId } = readDeliveryFacts(event);
  const { attempt } = readDeliveryHeaders(caught.headers);
  return { ...request, event: json, action, type, hookId, attempt: attempt ?? 0 };
}

function toAnswer(reply: RequestReply): OutboundAnswer {
  const base = { fault: null, byAllowance: false, ms: 0 } as const;
  if (reply === 'no answer') return { ...base, status: null, body: null, fault: 'connection lost' };
  const status = typeof reply === 'number' ? reply : 200;
  const text = typeof reply === 'number' ? '' : JSON.stringify(reply);
  return { ...base, status, body: new TextEncoder().encode(text) };
}
