// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import { RelationActions } from './relation-actions'
import { clearParts, listenToToasts, noRelation, renderPart } from './testing-parts'

for (const part of ['./connect-dialog', './confirm-change', './person-menu'])
  vi.doMock(part, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
afterEach(clearParts)

const offline = 'error: We couldn’t reach the server. Check your connection and try again.'

test.each([
  ['Connect with Sofia Lind', noRelation],
  ['Withdraw your request to Sofia Lind', { ...noRelation, state: 'requested', connectionId: 'c1' }],
] as const)(
  'NW-02 the button “%s” shows an error when its dialog fails to load, and the page stays',
  async (name, standing) => {
    const toasts = listenToToasts()
    const calls = fakeServer({})
    await renderPart(<RelationActions personId="sofia" name="Sofia Lind" status={standing} />)
    expect(toasts).toEqual([])
    await userEvent.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(toasts).toEqual([offline]))
    await userEvent.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(toasts).toEqual([offline, offline]))
    expect(calls).toEqual([])
  },
)
