// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusal } from '~tests/support/refusal'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import type { UserDetail } from '../../contract-users-shapes'
import { clearParts, renderPart } from '../testing-parts'
import { createDetail, mara, temi } from './testing-users'
import { responses, UserScreen } from './testing-user-screen'
import { readUserSearch, type UserTab } from './user-tab'

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
const more = async () => {
  await press('More actions')
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}

describe('AD-05 user page', () => {
  test('shows a copyable phone number for an account without email', async () => {
    fakeServer(responses)
    await show(createDetail({ ...temi, email: null, phone: '+447700900123' }, { isEmailVerified: false }))
    screen.getByText('DJ Temi · +447700900123 · Lagos, NG')
    expect(screen.queryByText('email not verified')).toBeNull()
    expect(await more()).toContain('Copy phone')
  })

  test('shows the account and its figures', async () => {
    fakeServer(responses)
    await show(createDetail(temi))
    screen.getByRole('heading', { level: 1, name: /Temi Adeyemi/ })
    screen.getByText('DJ Temi · temi@adeyemi.example · Lagos, NG')
    const figure = (term: string) =>
      screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent
    expect(figure('Joined')).toBe('5 May 2026')
    expect(figure('Orders')).toBe('4, $162.80')
    expect(figure('Reports against')).toBe('1')
    screen.getByText('Invited 1 person, 5 more through them. 2 codes left.')
    expect(screen.getByRole('link', { name: 'Mara Voss' }).getAttribute('href')).toBe('/admin/users/mara')
    const line = (await screen.findByText('Verified', { selector: 'li span' })).closest('li')
    expect(line?.textContent).toContain('Juno Okafor')
    const event = await screen.findByRole('link', { name: 'Sat 14 Nov 2026' })
    expect(event.closest('tr')?.textContent).toContain('Pier Shed, Rotterdam$900.00completed')
  })

  test('adds up orders separately for each currency', async () => {
    fakeServer(responses)
    const totals: UserDetail['orders']['totals'] = [
      { currency: 'EUR', cents: 16_280 },
      { currency: 'JPY', cents: 1_760 },
      { currency: 'USD', cents: 0 },
    ]
    await show(createDetail(temi, { orders: { count: 4, totals } }))
    expect(screen.getByText('Orders', { selector: 'dt' }).nextElementSibling?.textContent).toBe(
      '4, €162.80, ¥1,760',
    )
  })

  test('each tab of the user page has its own URL', async () => {
    fakeServer(responses)
    await show(createDetail(temi))
    const names = screen.getAllByRole('tab').map((tab) => tab.textContent.trim())
    expect(names).toEqual(['Overview', 'Sessions', 'Orders', 'Bookings', 'Tree', 'Reports', 'Audit trail'])
    await userEvent.click(screen.getByRole('tab', { name: 'Orders' }))
    await screen.findByText('No orders yet.')
    await userEvent.click(screen.getByRole('tab', { name: 'Tree' }))
    screen.getByText('Invite tree')
    await userEvent.click(screen.getByRole('tab', { name: 'Reports' }))
    await screen.findByText('No reports yet.')
    expect(readUserSearch({ tab: 'reports' })).toEqual({ tab: 'reports' })
    expect(readUserSearch({ tab: 'overview' })).toEqual({ tab: undefined })
    expect(readUserSearch({ tab: 'shoes' })).toEqual({ tab: undefined })
  })

  test('shows a user’s orders and the reports about them', async () => {
    fakeServer({
      ...responses,
      orders: () => ({
        orders: [
          {
            id: 'o1',
            orderNumber: 'B2B-104',
            status: 'confirmed',
            totalCents: 7040,
            refundedCents: 3520,
            currency: 'USD',
            ticketCount: 2,
            createdAt: '2026-11-01T10:00:00Z',
            event: {
              id: 'e1',
              title: 'Low Ceiling',
              startsAt: '2026-12-11T22:30:00Z',
              timezone: 'Europe/Berlin',
            },
          },
        ],
        nextCursor: null,
      }),
      reports: () => [
        {
          caseId: 'c1',
          number: 116,
          at: '2026-11-20T10:12:00Z',
          reasons: ['spam', 'hate_speech'],
          reports: 2,
          room: 'Deep end',
          quote: 'Cheap',
          decision: 'hide_and_mute',
          decidedAt: '2026-11-20T11:00:00Z',
        },
      ],
    })
    await show(createDetail(temi), 'orders')
    const order = await screen.findByRole('link', { name: /Low Ceiling/ })
    expect(order.closest('tr')?.textContent).toContain(
      'B2B-1042 tickets, 1 Nov 2026$70.40$35.20 backconfirmed',
    )
    await userEvent.click(screen.getByRole('tab', { name: 'Reports' }))
    const report = await screen.findByRole('link', { name: 'R-116' })
    expect(report.getAttribute('href')).toBe('/dashboard/moderation?tab=closed&case=c1')
    expect(report.closest('li')?.textContent).toContain('spam, hate speech, 2 times in Deep end')
  })

  test('each part of the page that fails to load can be retried separately', async () => {
    const { sessions: read, ...others } = responses
    const known: Answers = { ...others }
    fakeServer(known)
    await show(createDetail(temi))
    await screen.findByText(/couldn’t reach the server/)
    if (read) known['sessions'] = read
    await press('Try again')
    await screen.findByText('Chrome on Android')
  })
})

describe('AD-06 roles', () => {
  test('making an admin needs the actor’s password', async () => {
    let isRight = false
    const calls = fakeServer({
      ...responses,
      assignRole: () => {
        if (!isRight) throw refusal('WRONG_PASSWORD', 'That password is incorrect.')
        return {}
      },
    })
    await show(createDetail(temi))
    expect(await more()).toEqual(['Make admin', 'Copy email', 'Open public page'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Make admin' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Make Temi Adeyemi an admin' }))
    await userEvent.type(dialog.getByLabelText('Your password'), 'nope{Enter}')
    await dialog.findByText('That password is incorrect.')
    isRight = true
    await userEvent.clear(dialog.getByLabelText('Your password'))
    await userEvent.type(dialog.getByLabelText('Your password'), 'slipped-halves{Enter}')
    await screen.findByText('Assigned admin role')
    expect(calls).toContainEqual(['assignRole', { id: 'temi', role: 'admin', password: 'slipped-halves' }])
  })

  test('the last admin’s role cannot be removed, and the page says why', async () => {
    fakeServer(responses)
    await show(createDetail({ ...mara, id: 'other' }, { isLastAdmin: true }))
    screen.getByText('The site needs at least one admin. Make another user an admin first.')
    await more()
    expect(screen.getByRole('menuitem', { name: 'Remove admin' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('button', { name: 'Delete user' })).toBeNull()
  })

  test('admins cannot suspend or delete themselves or change their own roles, and the page says why', async () => {
    fakeServer(responses)
    await show(createDetail(mara, { isYou: true }))
    screen.getByText(/This is your own account/)
    expect(screen.queryByRole('button', { name: /Suspend/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /moderator/ })).toBeNull()
    expect(await more()).toEqual(['Copy email', 'Open public page'])
  })
})
