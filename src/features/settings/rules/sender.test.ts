import { expect, test } from 'vitest'
import { senderOf } from './sender'

test('emails come from the saved address in the site’s name; without one, from the configured sender', () => {
  const asDelivered = { name: 'Back to Back', emailSender: '' }
  expect(senderOf(asDelivered)).toEqual({})
  expect(senderOf({ ...asDelivered, name: 'Slipped Halves' })).toEqual({ name: 'Slipped Halves' })
  expect(senderOf({ ...asDelivered, emailSender: 'hello@halves.example' })).toEqual({
    name: 'Back to Back',
    address: 'hello@halves.example',
  })
})
