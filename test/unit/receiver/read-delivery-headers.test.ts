import { expect, test } from 'vitest';
import { readDeliveryHeaders } from '../../../src/receiver/delivery-facts.ts';

test.each([
  [
    'as the service names them',
    { 'X-Service-Delivery-Attempt': '3', 'X-Service-Delivery-Id': 'abc' },
    3,
    'abc',
  ],
  ['in any case', { 'x-service-delivery-attempt': '0', 'X-SERVICE-DELIVERY-ID': 'abc' }, 0, 'abc'],
  ['by another name', { 'X-Acme-Hub-Delivery-Id': 'abc', 'x-acme-delivery-attempt': '1' }, 1, 'abc'],
  [
    'of several, that of the service',
    { 'X-Acme-Delivery-Id': 'other', 'X-Service-Delivery-Id': 'abc' },
    null,
    'abc',
  ],
  [
    'of several of the service, the first',
    { 'X-Service-Delivery-Id': 'abc', 'x-service-delivery-id': 'other', 'X-A-Delivery-Id': 'another' },
    null,
    'abc',
  ],
  ['of several others, the first', { 'X-A-Delivery-Id': 'one', 'X-B-Delivery-Id': 'two' }, null, 'one'],
  ['an attempt without a bound', { 'X-Service-Delivery-Attempt': '123456789' }, 123_456_789, null],
  ['an attempt that is no whole number', { 'X-Service-Delivery-Attempt': '1.5' }, null, null],
  ['one below 0', { 'X-Service-Delivery-Attempt': '-1' }, null, null],
  ['an empty id', { 'X-Service-Delivery-Id': ' ' }, null, null],
  [
    'names that are almost right',
    {
      'X-Delivery-Id': 'a',
      'Service-Delivery-Id': 'b',
      'X-Service-Delivery-Ids': 'c',
      'My-X-Service-Delivery-Id': 'd',
    },
    null,
    null,
  ],
  ['nothing', {}, null, null],
])('%s', { tags: ['HOOK-09', 'HOOK-24'] }, (_why, headers, attempt, deliveryId) => {
  expect(readDeliveryHeaders(headers as Record<string, string>)).toEqual({ attempt, deliveryId });
});
