import { expect, test } from 'vitest'
import { getSender } from './sender'

test('the saved address sends emails in the site’s name; without one, the configured sender does', () => {
  const asDelivered = { name: 'Back to Back', emailSender: '' }
  expect(getSender(asDelivered)).toEqual({})
  expect(getSender({ ...asDelivered, name: 'Slipped Halves' })).toEqual({ name: 'Slipped Halves' })
  expect(getSender({ ...asDelivered, emailSender: 'hello@halves.example' })).toEqual({
    name: 'Back to Back',
    address: 'hello@halves.example',
  })
})
