// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusal } from '~tests/support/refusal'
import { fakeServer } from '~tests/support/fake-server'
import type { UserDetail } from '../../contract-users-shapes'
import { clearParts, renderPart } from '../testing-parts'
import { createDetail, temi } from './testing-users'
import { responses, sessions, UserScreen } from './testing-user-screen'
import type { UserTab } from './user-tab'

const onDeleted = vi.fn<() => void>()

beforeEach(() => {
  onDeleted.mockClear()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})

const show = (user: UserDetail, start?: UserTab) =>
  renderPart(<UserScreen user={user} onDeleted={onDeleted} {...(start && { start })} />)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

describe('AD-05 suspending', () => {
  const reason = () =>
    screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Reason \(shown to the user\)/ })
  const until = () => screen.getByLabelText<HTMLInputElement>('Until')

  test('suspends until the end of a day, with a reason that the user sees', async () => {
    const calls = fakeServer({ ...responses, suspend: () => ({}) })
    await show(createDetail(temi))
    // The date defaults to a week from now, and past dates are not allowed.
    expect(until().min < until().value).toBe(true)
    screen.getByText('The suspension ends at the end of this day (UTC).')
    await press('Suspend Temi Adeyemi')
    screen.getByText('Enter a reason. The suspended person will see it.')
    expect(document.activeElement).toBe(reason())
    await userEvent.type(reason(), 'Sold the same night twice')
    screen.getByText('25/500')
    await press('Suspend Temi Adeyemi')
    await screen.findByText(/^Temi Adeyemi is suspended until \w{3} \d+ \w{3} 20\d\d$/)
    const input = calls.find(([name]) => name === 'suspend')?.[1]
    expect(input).toMatchObject({ id: 'temi', reason: 'Sold the same night twice', was: null })
    expect(reason().value).toBe('')
  })

  test('a conflict names the other admin and preserves the input', async () => {
    const calls = fakeServer({
      ...responses,
      suspend: () => {
        throw refusal('CHANGED', 'Juno Okafor suspended this account 2 minutes ago.')
      },
    })
    await show(createDetail(temi))
    await screen.findByText('Chrome on Android')
    const before = calls.filter(([name]) => name === 'sessions').length
    await userEvent.type(reason(), 'Spam')
    await press('Suspend Temi Adeyemi')
    expect((await screen.findByRole('alert')).textContent).toContain('Juno Okafor suspended this account')
    expect(reason().value).toBe('Spam')
    await waitFor(() => expect(calls.filter(([name]) => name === 'sessions').length).toBe(before + 1))
  })

  test('shows the end date and reason of a suspension, and can end it early', async () => {
    const calls = fakeServer({ ...responses, endSuspension: () => ({}) })
    await show(
      createDetail({ ...temi, suspendedUntil: '2026-12-04T12:00:00.000Z' }, { suspendedReason: 'Spam' }),
    )
    screen.getByText('Until Fri 4 Dec 2026')
    screen.getByText('Spam')
    await press('End suspension')
    await screen.findByText('Suspension ended')
    expect(calls).toContainEqual(['endSuspension', { id: 'temi', was: '2026-12-04T12:00:00.000Z' }])
  })
})

describe('AD-05 sessions', () => {
  test('sessions end one by one, or all together after confirmation', async () => {
    let open = sessions
    const calls = fakeServer({
      ...responses,
      sessions: () => open,
      endSession: () => {
        open = open.slice(1)
        return {}
      },
      endAllSessions: () => {
        open = []
        return {}
      },
    })
    await show(createDetail(temi), 'sessions')
    await screen.findByText('Chrome on Android')
    await press('End all')
    const dialog = await screen.findByRole('alertdialog', { name: 'Sign Temi Adeyemi out everywhere?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await press('End Chrome on Android')
    await screen.findByText('Session ended')
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
    expect(calls).toContainEqual(['endSession', { id: 'temi', sessionId: 's1' }])
    expect(screen.queryByRole('button', { name: 'End all' })).toBeNull()
  })

  test('all sessions end together', async () => {
    const calls = fakeServer({ ...responses, endAllSessions: () => ({}) })
    await show(createDetail(temi), 'sessions')
    await screen.findByText('Chrome on Android')
    await press('End all')
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'End all' }))
    await screen.findByText('All sessions ended')
    expect(calls).toContainEqual(['endAllSessions', { id: 'temi' }])
  })
})

test('AD-08 leaves the page of a deleted user', async () => {
  fakeServer({ ...responses, remove: () => ({}) })
  await show(createDetail(temi))
  await press('Delete user')
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
  await userEvent.type(dialog.getByLabelText('Your password'), 'slipped-halves{Enter}')
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
})
