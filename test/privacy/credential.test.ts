import { expect, test } from 'vitest'
import { looksLikeCredential } from '../../src/privacy/credential.ts'

test.each([
  'sk-live-51Hq8zRTaB9cDeF42xYz',
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'xoxb-not-a-real-one',
  'AKIAIOSFODNN7EXAMPLE',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
  '4242424242424242',
  'tel-00491701234567',
  'T9k2pQ7xW4z8LmN3vB6c',
])('takes %s for something that opens a door', (text) => {
  expect(looksLikeCredential(text)).toBe(true)
})

test.each([
  'orders',
  'order-88',
  '2026-01-15',
  'v1beta2',
  'ERR_NON_2XX_3XX_RESPONSE',
  'ProvisionedThroughputExceededException',
  'pk_violation',
  '550e8400-e29b-41d4-a716-446655440000',
  'api.eu-west-1.example.com',
  '',
])('takes %j for none', (text) => {
  expect(looksLikeCredential(text)).toBe(false)
})
