import { expect, test } from 'vitest'
import { getSender } from './sender'

test('emails come from the saved address with the site’s name, or else from the configured sender', () => {
  const asDelivered = { name: 'Back to Back', emailSender: '' }
  expect(getSender(asDelivered)).toEqual({})
  expect(getSender({ ...asDelivered, name: 'Slipped Halves' })).toEqual({ name: 'Slipped Halves' })
  expect(getSender({ ...asDelivered, emailSender: 'hello@halves.example' })).toEqual({
    name: 'Back to Back',
    address: 'hello@halves.example',
  })
})
