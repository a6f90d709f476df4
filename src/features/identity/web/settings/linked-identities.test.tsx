// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { leaveSite } from '../leave-site'
import { clearParts } from '../testing-parts'
import { LinkedIdentities } from './linked-identities'
import { createRefusedCall, showSection } from './testing-settings'

vi.mock(import('../leave-site'), () => ({
  leaveSite: vi.fn<typeof leaveSite>(),
  reloadPage: () => undefined,
}))
afterEach(() => {
  clearParts()
  vi.mocked(leaveSite).mockReset()
})

const google = {
  id: '0198c3c0-0000-7000-8000-0000000000c1',
  provider: 'google',
  label: 'Google',
  account: 'mara.voss@gmail.example',
  createdAt: '2026-02-03T10:00:00.000Z',
  lastSignedInAt: null,
  canUnlink: true,
}
const spotify = { name: 'spotify', label: 'Spotify' }
const part = <LinkedIdentities here="/dashboard/settings" />

test('A-09 lists linked accounts with their names, and offers the other providers', async () => {
  await showSection(part, { 'identities.list': () => ({ identities: [google], linkable: [spotify] }) })
  const [linked, open] = await screen.findAllByRole('listitem')
  expect(linked?.textContent).toMatch(/mara\.voss@gmail\.example · Added 3 Feb.*, not used yet/u)
  expect(open?.textContent).toContain('Not linked')
})

test('A-09 unlinks an account after a confirmation', async () => {
  let identities = [google]
  const written = await showSection(part, {
    'identities.list': () => ({
      identities,
      linkable: identities.length === 0 ? [{ name: 'google', label: 'Google' }] : [],
    }),
    'identities.unlink': () => {
      identities = []
      return {}
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink Google' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Unlink' }))
  expect(await screen.findByText('Google is no longer linked.')).toBeTruthy()
  expect(written()).toEqual([['identities.unlink', { id: google.id }]])
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Link Google' })),
  )
})

test('A-09 unlinking an account that another tab unlinked succeeds', async () => {
  let identities = [google]
  await showSection(part, {
    'identities.list': () => ({ identities, linkable: [] }),
    'identities.unlink': () => {
      identities = []
      return createRefusedCall('NOT_FOUND', 'Nothing is here.')()
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink Google' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Unlink' }))
  expect(await screen.findByText('Google is no longer linked.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Linked accounts' })),
  )
})

test('A-09 after a press on a provider, other presses do nothing until the page is left', async () => {
  const apple = { name: 'apple', label: 'Apple' }
  const written = await showSection(part, {
    'identities.list': () => ({ identities: [], linkable: [spotify, apple] }),
    'identities.link': () => ({ url: 'https://accounts.example/go' }),
  })
  const button = await screen.findByRole('button', { name: 'Link Spotify' })
  await userEvent.click(button)
  await waitFor(() => expect(leaveSite).toHaveBeenCalledWith('https://accounts.example/go'))
  expect(button.textContent).toContain('Opening')
  await userEvent.click(button)
  await userEvent.click(screen.getByRole('button', { name: 'Link Apple' }))
  expect(written()).toHaveLength(1)
  // The browser restores the page from its back/forward cache.
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }))
  await waitFor(() => expect(button.textContent).toBe('Link'))
  await userEvent.click(button)
  await waitFor(() => expect(written()).toHaveLength(2))
})

test('A-09 refuses to unlink the last sign-in method, and says why', async () => {
  const written = await showSection(part, {
    'identities.list': () => ({ identities: [{ ...google, canUnlink: false }], linkable: [] }),
  })
  const button = await screen.findByRole('button', {
    name: 'Unlink Google',
    description: /last sign-in method/u,
  })
  await userEvent.click(button)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(written()).toEqual([])
})

test('A-09 linking a provider requests to return to the settings; an unavailable provider shows an error', async () => {
  const written = await showSection(part, {
    'identities.list': () => ({ identities: [], linkable: [spotify] }),
    'identities.link': createRefusedCall('PROVIDER_TIMEOUT', 'They do not answer right now.'),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Link Spotify' }))
  expect(await screen.findByText('They do not answer right now.')).toBeTruthy()
  expect(written()).toEqual([['identities.link', { name: 'spotify', next: '/dashboard/settings#linked' }]])
})
