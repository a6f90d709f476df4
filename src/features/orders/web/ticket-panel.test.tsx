// @vitest-environment jsdom
import { NO_TAX } from '~/lib/tax'
import { ORPCError } from '@orpc/client'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PriceTerms } from '~/features/settings/rules/shown-price'
import { registerLink } from '~/platform/rpc/link'
import type { Selection } from './selection-search'
import { getCheckoutButton, crewTable, generalAdmission, Panel, press, getStepper } from './testing-panel'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'

beforeEach(() => localStorage.clear())
// jsdom has no scrollIntoView.
Element.prototype.scrollIntoView = () => undefined
afterEach(() => registerLink(undefined))

const soldOutType = {
  id: '01a1fbc7-0000-7000-8000-000000000003',
  name: 'Early Bird',
  description: '',
  priceCents: 1200,
  remaining: 0,
}
const reserved = {
  id: 'order-1',
  status: 'reserved',
  totalCents: 7040,
  expiresAt: '2026-12-01T20:10:00Z',
  serverNow: '2026-12-01T20:00:00Z',
}

type Options = {
  types?: (typeof generalAdmission)[]
  isSignedIn?: boolean
  closedReason?: string | null
  terms?: PriceTerms
}

async function renderPanel({
  types = [generalAdmission, crewTable, soldOutType],
  isSignedIn = true,
  closedReason = null,
  terms = { priceDisplay: 'itemised', feeBasisPoints: 1000, feeTaxPpm: 0, currency: 'USD', tax: NO_TAX },
}: Options = {}) {
  const onReserved = vi.fn<(orderId: string, seen: number | undefined) => void>()
  const onSignIn = vi.fn<(selection: Selection) => void>()
  function Page() {
    const [selection, setSelection] = useState<Selection>({})
    return (
      <Panel
        ticketTypes={types}
        selection={selection}
        onSelect={setSelection}
        terms={terms}
        closedReason={closedReason}
        isSignedIn={isSignedIn}
        onSignIn={onSignIn}
        onReserved={onReserved}
      />
    )
  }
  renderPart(<Page />)
  await screen.findByRole('heading', { name: 'Select Tickets' })
  return { onReserved, onSignIn }
}

describe('Select Tickets', () => {
  test('T-02 the stepper stops at the stock, at ten and at zero', async () => {
    await renderPanel()
    await press('Crew Table', 'More', 3)
    expect(getStepper('Crew Table').getByRole('status').textContent).toBe('2')
    expect(getStepper('Crew Table').getByRole('button', { name: 'More' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await press('General Admission', 'More', 12)
    expect(getStepper('General Admission').getByRole('status').textContent).toBe('10')
    await press('Crew Table', 'Fewer', 4)
    expect(getStepper('Crew Table').getByRole('status').textContent).toBe('0')
    expect(
      getStepper('Crew Table').getByRole('button', { name: 'Fewer' }).getAttribute('aria-disabled'),
    ).toBe('true')
    expect(screen.queryByRole('group', { name: 'Early Bird' })).toBeNull()
    expect(screen.getByText('Sold out')).toBeTruthy()
  })

  test('T-03 shows the subtotal, the fee rounded half up on its own line, and the total', async () => {
    await renderPanel()
    await press('General Admission', 'More', 1)
    expect(screen.getByText('Subtotal').nextSibling?.textContent).toBe('$16.05')
    expect(screen.getByText('Service fee').nextSibling?.textContent).toBe('$1.61')
    expect(screen.getByText('Total').nextSibling?.textContent).toBe('$17.66')
  })

  test('names the fee that is added to a ticket’s price', async () => {
    await renderPanel()
    expect(screen.getByText('$16.05 + $1.61 fee')).toBeTruthy()
  })

  test('T-03 prices include the fee when the site is set so, and the total mentions it', async () => {
    await renderPanel({
      terms: { priceDisplay: 'all_in', feeBasisPoints: 1200, feeTaxPpm: 0, currency: 'USD', tax: NO_TAX },
    })
    expect(screen.getByText('$17.98')).toBeTruthy()
    expect(screen.getByText('$134.40')).toBeTruthy()
    await press('General Admission', 'More', 2)
    // Rounded once: 32.10 and 12 % of it.
    expect(screen.getByText('Total').nextSibling?.textContent).toBe('$35.95')
    expect(screen.getByText('including $3.85 service fee')).toBeTruthy()
    expect(screen.queryByText('Subtotal')).toBeNull()
    expect(screen.queryByText('Service fee')).toBeNull()
  })

  test('T-03 shows the configured fee, even with half percents', async () => {
    await renderPanel({
      terms: { priceDisplay: 'itemised', feeBasisPoints: 1250, feeTaxPpm: 0, currency: 'USD', tax: NO_TAX },
    })
    await press('Crew Table', 'More')
    expect(screen.getByText('(12.5%)')).toBeTruthy()
    expect(screen.getByText('Total').nextSibling?.textContent).toBe('$135.00')
  })

  test('opens the checkout without a note when the order costs what was shown', async () => {
    fakeServer({ reserve: () => ({ ...reserved, totalCents: 1766 }) })
    const { onReserved } = await renderPanel()
    await press('General Admission', 'More')
    await userEvent.click(getCheckoutButton())
    await waitFor(() => expect(onReserved).toHaveBeenCalledExactlyOnceWith('order-1', undefined))
  })

  test('T-04 disables Checkout without selected tickets', async () => {
    await renderPanel()
    expect(getCheckoutButton().disabled).toBe(true)
    await press('General Admission', 'More')
    expect(getCheckoutButton().disabled).toBe(false)
  })

  test('a double click reserves once, with one key', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof reserved>()
    const { asked } = fakeServer({ reserve: () => promise })
    const { onReserved } = await renderPanel()
    await press('General Admission', 'More', 2)
    await userEvent.dblClick(getCheckoutButton())
    resolve(reserved)
    await waitFor(() => expect(onReserved).toHaveBeenCalledExactlyOnceWith('order-1', 3531))
    expect(asked).toHaveLength(1)
    expect(asked[0]?.[1]).toMatchObject({ items: [{ ticketTypeId: generalAdmission.id, quantity: 2 }] })
  })

  test('a second tab with the same selection gets the same order', async () => {
    const { asked } = fakeServer({ reserve: () => reserved })
    const first = await renderPanel()
    await press('General Admission', 'More')
    await userEvent.click(getCheckoutButton())
    await waitFor(() => expect(first.onReserved).toHaveBeenCalled())
    document.body.innerHTML = ''
    const second = await renderPanel()
    await press('General Admission', 'More')
    await userEvent.click(getCheckoutButton())
    await waitFor(() => expect(second.onReserved).toHaveBeenCalled())
    const keys = asked.map(([, input]) => (input as { clientKey: string }).clientKey)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  test('creates a new order when the key’s order has ended', async () => {
    const keys: string[] = []
    fakeServer({
      reserve: (input) => {
        const { clientKey } = input as { clientKey: string }
        keys.push(clientKey)
        return keys.length === 1 ? { ...reserved, status: 'expired' } : { ...reserved, id: 'order-2' }
      },
    })
    const { onReserved } = await renderPanel()
    await press('General Admission', 'More')
    await userEvent.click(getCheckoutButton())
    await waitFor(() => expect(onReserved).toHaveBeenCalledExactlyOnceWith('order-2', 1766))
    expect(new Set(keys).size).toBe(2)
  })

  test('shows other errors as a toast and keeps the selection', async () => {
    fakeServer({
      reserve: () => {
        throw new ORPCError('CHECKOUT_COMING_SOON', { defined: true, message: 'Checkout coming soon!' })
      },
    })
    await renderPanel()
    await press('General Admission', 'More', 3)
    await userEvent.click(getCheckoutButton())
    expect(await screen.findByText('Checkout coming soon!')).toBeTruthy()
    expect(getStepper('General Admission').getByRole('status').textContent).toBe('3')
    expect(getCheckoutButton().getAttribute('aria-disabled')).toBeNull()
  })

  test('links a buyer without an email to the settings and keeps the selection', async () => {
    let isMissing = true
    const { asked } = fakeServer({
      reserve: () => {
        if (!isMissing) return reserved
        throw new ORPCError('EMAIL_NEEDED', {
          defined: true,
          message: 'Your tickets are sent by email. Add your email in Settings first.',
        })
      },
    })
    const { onReserved } = await renderPanel()
    await press('General Admission', 'More', 3)
    await userEvent.click(getCheckoutButton())
    const link = await screen.findByRole('link', { name: 'Open Settings' })
    expect(link.getAttribute('href')).toBe('/dashboard/settings#account')
    expect(link.closest('[role=alert]')?.textContent).toContain(
      'Your tickets are sent by email. Add your email in Settings first.',
    )
    expect(getStepper('General Admission').getByRole('status').textContent).toBe('3')
    expect(onReserved).not.toHaveBeenCalled()
    isMissing = false
    await userEvent.click(getCheckoutButton())
    expect(onReserved).toHaveBeenCalledOnce()
    expect(screen.queryByRole('link', { name: 'Open Settings' })).toBeNull()
    expect(asked.map(([name]) => name)).toEqual(['reserve', 'reserve'])
  })

  test('sends a signed-out buyer to sign-in without a reservation', async () => {
    const { asked } = fakeServer({})
    const { onSignIn } = await renderPanel({ isSignedIn: false })
    await press('General Admission', 'More')
    await userEvent.click(getCheckoutButton())
    expect(onSignIn).toHaveBeenCalledOnce()
    expect(asked).toEqual([])
  })

  test('shows no total and no button at a sold-out event', async () => {
    await renderPanel({ types: [soldOutType, { ...crewTable, remaining: 0 }] })
    expect(screen.getAllByText('Sold out')).toHaveLength(2)
    expect(
      screen.getByText(/^Nothing is on sale right now\. .* people on the waitlist get them first/),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Checkout' })).toBeNull()
    expect(screen.queryByText('Subtotal')).toBeNull()
  })

  test('T-06 shows a notice when there are no ticket types', async () => {
    await renderPanel({ types: [] })
    expect(screen.getByText('Ticket information coming soon')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Checkout' })).toBeNull()
  })

  test('offers no tickets for an event that is over', async () => {
    await renderPanel({ closedReason: 'This event is over.' })
    expect(screen.getByText('This event is over.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Checkout' })).toBeNull()
  })
})

test('the bottom bar links to the tickets only while they are out of view', async () => {
  let report: (isIntersecting: boolean) => void = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    function IntersectionObserver(callback: IntersectionObserverCallback) {
      report = (isIntersecting) => act(() => callback([{ isIntersecting }] as never, {} as never))
      return { observe: () => undefined, disconnect: () => undefined }
    },
  )
  await renderPanel()
  const bar = screen.getByRole('button', { name: 'Choose tickets' }).parentElement
  await userEvent.click(screen.getByRole('button', { name: 'Choose tickets' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Select Tickets' }))
  report(true)
  expect(bar?.style.visibility).toBe('hidden')
  report(false)
  expect(bar?.style.visibility).toBe('')
  report(true)
  await userEvent.click(screen.getAllByRole('button', { name: 'More' })[0] as HTMLElement)
  expect(bar?.style.visibility).toBe('')
  vi.unstubAllGlobals()
})
