// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { getCheckoutButton, crewTable, generalAdmission, Panel, press, getStepper } from './testing-panel'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import type { TicketTypeChoice } from './ticket-type-row'

beforeEach(() => localStorage.clear())
afterEach(() => registerLink(undefined))

const general = { ...generalAdmission, id: 'general' }
const table = { ...crewTable, id: 'table' }

async function renderPanel() {
  const onReserved = vi.fn<(orderId: string) => void>()
  let setStock: (types: readonly TicketTypeChoice[]) => void = () => undefined
  function Page() {
    const [ticketTypes, setTicketTypes] = useState<readonly TicketTypeChoice[]>([general, table])
    useEffect(() => {
      setStock = setTicketTypes
    }, [])
    return <Panel ticketTypes={ticketTypes} onReserved={onReserved} />
  }
  renderPart(<Page />)
  await screen.findByRole('heading', { name: 'Select Tickets' })
  return { onReserved, poll: (types: readonly TicketTypeChoice[]) => act(() => setStock(types)) }
}

const getChosen = (name: string) => getStepper(name).getByRole('status').textContent
const listNotes = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter((text) => !/^\d*$/.test(text))

test('reduces the selection with a message when a reservation is refused for lack of stock', async () => {
  fakeServer({
    reserve: () => {
      throw new ORPCError('SOLD_OUT', {
        defined: true,
        message: 'gone',
        data: { ticketTypeId: table.id, name: table.name, remaining: 1 },
      })
    },
  })
  const { onReserved } = await renderPanel()
  await press('Crew Table', 'More', 2)
  await press('General Admission', 'More')
  expect(listNotes()).toEqual([])
  await userEvent.click(getCheckoutButton())
  await waitFor(() => expect(listNotes()).toEqual(['Only 1 left. 1 ticket was removed from your selection.']))
  expect(onReserved).not.toHaveBeenCalled()
  expect(getChosen('Crew Table')).toBe('1')
  expect(getChosen('General Admission')).toBe('1')
})

test('reduces the selection with a message while others hold the stock, and restores it afterwards', async () => {
  const { poll } = await renderPanel()
  await press('General Admission', 'More', 3)
  await press('Crew Table', 'More', 2)
  poll([general, { ...table, remaining: 1 }])
  expect(listNotes()).toEqual(['Only 1 left. 1 ticket was removed from your selection.'])
  expect(screen.getByText('Subtotal').nextSibling?.textContent).toBe('$168.15')
  poll([
    { ...general, remaining: 0 },
    { ...table, remaining: 0 },
  ])
  expect(listNotes()).toEqual([
    'Sold out. 3 tickets were removed from your selection.',
    'Sold out. 2 tickets were removed from your selection.',
  ])
  expect(screen.queryByRole('button', { name: 'Checkout' })).toBeNull()
  poll([general, table])
  expect(listNotes()).toEqual([])
  expect(getChosen('General Admission')).toBe('3')
  poll([general, { ...table, remaining: 1 }])
  await press('General Admission', 'Fewer')
  expect(listNotes()).toEqual([])
  poll([general, table])
  expect(getChosen('Crew Table')).toBe('1')
})

test('counts this buyer’s held tickets as available', async () => {
  const order = {
    id: 'order-1',
    status: 'reserved',
    totalCents: 26_400,
    expiresAt: '2026-12-01T20:10:00Z',
    serverNow: '2026-12-01T20:00:00Z',
  }
  const { promise, resolve } = Promise.withResolvers<typeof order>()
  fakeServer({ reserve: () => promise })
  const { onReserved, poll } = await renderPanel()
  await press('Crew Table', 'More', 2)
  await userEvent.click(getCheckoutButton())
  poll([general, { ...table, remaining: 0 }])
  expect(listNotes()).toEqual([])
  expect(getChosen('Crew Table')).toBe('2')
  resolve(order)
  await waitFor(() => expect(onReserved).toHaveBeenCalledOnce())
})
