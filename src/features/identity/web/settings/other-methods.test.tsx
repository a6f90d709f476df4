// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { clearParts } from '../testing-parts'
import { OtherMethods } from './other-methods'
import { mara, showSection } from './testing-settings'

afterEach(clearParts)

const at = '2026-11-18T10:00:00.000Z'

test('lists the other sign-in methods after a new password, with buttons to remove them', async () => {
  const passkeys = [{ id: 'k', name: 'Laptop', addedAt: at, lastUsedAt: null, isBackedUp: false }]
  const factor = { id: 'f', kind: 'totp', name: 'Old phone', phone: null, addedAt: at, lastUsedAt: null }
  const linked = {
    id: 'i',
    label: 'GitHub',
    account: 'ida@sand.example',
    createdAt: at,
    lastSignedInAt: null,
  }
  const changes = await showSection(<OtherMethods next="/events/7" />, {
    'account.get': () => ({ ...mara, phone: '+4915112345678', isPhoneVerified: true }),
    'passkeys.list': () => ({ passkeys }),
    'factors.list': () => ({ factors: [factor], hasTextMessages: true, trustedBrowsers: 0 }),
    'identities.list': () => ({ identities: [{ ...linked, canUnlink: true }], linkable: [] }),
    'passkeys.remove': () => {
      passkeys.length = 0
      return {}
    },
  })
  const list = await screen.findByRole('list', { name: 'Sign-in methods' })
  expect(list.querySelectorAll('li')).toHaveLength(4)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Laptop' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(list.querySelectorAll('li')).toHaveLength(3))
  expect(changes()).toEqual([['passkeys.remove', { id: 'k' }]])
  const goOn = screen.getByRole('link', { name: 'Continue' })
  expect(goOn.getAttribute('href')).toBe('/events/7')
  await waitFor(() => expect(document.activeElement).toBe(goOn))
})
